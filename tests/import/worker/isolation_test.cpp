#include "import/support.hpp"
#include "import/worker/child_process.hpp"
#include "import/worker/sanitizers.hpp"
#include "import/worker/worker_protocol.hpp"

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/baked_model.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#ifdef _WIN32
#include "core/files/windows.hpp"
#else
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace {

using namespace sat3d;
using testing::HasSubstr;

const std::filesystem::path kTank = std::filesystem::path(SAT3D_MODELS) / "tank.glb";

ImportOptions isolated(const std::filesystem::path& worker = SAT3D_IMPORT_WORKER) {
    ImportOptions options;
    options.isolation = Isolation{};
    options.isolation->executable = worker;  // without: sat3d_import_worker beside this program
    return options;
}

/// Copies of the fake worker under the names of their behavior.
class FakeWorker : public testing::Test {
protected:
    ImportOptions workerThat(const std::string& how) const {
        const std::filesystem::path worker = folder_.path() / importing::executableName(how);
        std::filesystem::copy_file(SAT3D_FAKE_WORKER, worker);
        return isolated(worker);
    }
    static ImportError errorOf(const ImportOptions& options) {
        const auto model = loadModel(kTank, options);
        EXPECT_FALSE(model);
        if (model) {
            return {};
        }
        EXPECT_THAT(model.error().message, testing::StartsWith(kTank.string() + ": "));
        return model.error();
    }
    void expectFailure(const std::string& how, const std::string& words) const {
        const ImportError error = errorOf(workerThat(how));
        EXPECT_EQ(error.code, ImportError::Code::WorkerFailed) << how;
        EXPECT_THAT(error.message, HasSubstr(words));
    }
    test::Folder folder_;
};

TEST_F(FakeWorker, CrashesAreErrors) {
    expectFailure("crash", "accessed invalid memory");
#ifdef _WIN32
    expectFailure("abort", "ended with code 3");  // what abort() is there, in the older of two runtimes
#else
    expectFailure("abort", "it aborted");
#endif
}

TEST_F(FakeWorker, InvalidAnswersAreErrors) {
    expectFailure("rubbish", "is invalid");
    expectFailure("version", "99.9.9");
    expectFailure("code", "ended with code 3");
    expectFailure("silent", "ended with code 0 and no answer");
    expectFailure("deaf", "no answer");
}

TEST_F(FakeWorker, IsEndedWhenTheTimeIsUp) {
    for (const char* how : {"hang", "linger"}) {
        ImportOptions options = workerThat(how);
        options.maxSeconds = 0.05;
        const auto begin = std::chrono::steady_clock::now();
        const ImportError error = errorOf(options);
        EXPECT_EQ(error.code, ImportError::Code::LimitExceeded);
        EXPECT_THAT(error.message, HasSubstr("maxSeconds = 0.05"));
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
    }
}

TEST_F(FakeWorker, IsEndedIfItsAnswerIsTooLarge) {
    ImportOptions options = workerThat("flood");
    options.isolation->maxMemoryBytes = 1u << 20;
    const ImportError error = errorOf(options);
    EXPECT_EQ(error.code, ImportError::Code::LimitExceeded);
    EXPECT_THAT(error.message, HasSubstr("maxMemoryBytes = 1048576"));
}

TEST_F(FakeWorker, MissingWorkersAreNamed) {
    for (const std::filesystem::path& worker : {folder_.path() / "nobody", folder_.path()}) {
        const ImportError error = errorOf(isolated(worker));
        EXPECT_EQ(error.code, ImportError::Code::WorkerMissing);
        EXPECT_THAT(error.message, HasSubstr(worker.string() + " cannot be started"));
        EXPECT_THAT(error.message, HasSubstr("Isolation::executable"));
    }
}

#ifndef _WIN32
TEST_F(FakeWorker, LeavesNoChildProcess) {
    for (const char* how : {"crash", "silent", "deaf", "rubbish"}) {
        errorOf(workerThat(how));
    }
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}
#endif

TEST(IsolatedImport, GivesTheSameModelAndReport) {
    const std::filesystem::path corpus = std::filesystem::path(SAT3D_TEST_DATA) / "corpus";
    for (const std::filesystem::path& file : {kTank, corpus / "names.glb", corpus / "islands.fbx"}) {
        ImportOptions options = isolated();
        options.keepRenderMeshes = true;
        const auto there = loadModel(file, options);
        options.isolation.reset();
        const auto here = loadModel(file, options);
        ASSERT_TRUE(here && there) << (there ? "" : there.error().message);
        EXPECT_EQ(saveBaked(*there), saveBaked(*here));
        ASSERT_EQ(there->report.nodes.size(), here->report.nodes.size());
        for (std::size_t k = 0; k < here->report.nodes.size(); ++k) {
            const NodeReport &a = here->report.nodes[k], &b = there->report.nodes[k];
            EXPECT_EQ(a.name, b.name);
            EXPECT_EQ(a.path, b.path);
            EXPECT_EQ(a.summary, b.summary);
            EXPECT_EQ(a.source, b.source);
            EXPECT_EQ(a.volume, b.volume);
            EXPECT_EQ(a.maximum, b.maximum);
            ASSERT_EQ(a.warnings.size(), b.warnings.size());
            for (std::size_t w = 0; w < a.warnings.size(); ++w) {
                EXPECT_EQ(a.warnings[w].code, b.warnings[w].code);
                EXPECT_EQ(a.warnings[w].message, b.warnings[w].message);
            }
        }
        ASSERT_EQ(there->renderMeshes.size(), here->renderMeshes.size());
        EXPECT_FALSE(here->renderMeshes.empty());
        for (std::size_t k = 0; k < here->renderMeshes.size(); ++k) {
            EXPECT_EQ(there->renderMeshes[k].node, here->renderMeshes[k].node);
            EXPECT_EQ(there->renderMeshes[k].mesh, here->renderMeshes[k].mesh);
        }
        EXPECT_EQ(there->report.format, here->report.format);
        EXPECT_EQ(there->report.files, here->report.files);
        EXPECT_EQ(there->report.metersPerUnit, here->report.metersPerUnit);
    }
}

TEST(IsolatedImport, GivesTheSameErrors) {
    const std::filesystem::path models(SAT3D_MODELS);
    for (const std::filesystem::path& file :
         {models / "bad" / "truncated.glb", models / "bad" / "flat.glb", models / "nowhere.glb", models}) {
        ImportOptions options = isolated();
        const auto there = loadModel(file, options);
        options.isolation.reset();
        const auto here = loadModel(file, options);
        ASSERT_FALSE(here || there);
        EXPECT_EQ(there.error().code, here.error().code);
        EXPECT_EQ(there.error().message, here.error().message);
        EXPECT_EQ(there.error().node, here.error().node);
        EXPECT_EQ(there.error().report.nodes.size(), here.error().report.nodes.size());
    }
}

/// The validation refuses the file, because the recursion of the reader would overflow the stack.
TEST(IsolatedImport, ChainsInFbxAreRefusedWithAndWithoutIsolation) {
    std::string objects, connections;
    for (int k = 1; k < 20'000; ++k) {
        const std::string id = std::to_string(k);
        objects += "Deformer: " + id + ", \"a\", \"Skin\" {\n}\n";
        connections += "C: \"OO\"," + std::to_string(k + 1) + "," + id + "\n";
    }
    const test::Folder folder;
    const auto file =
        folder.write("chain.fbx", "Objects: {\n" + objects + "}\nConnections: {\n" + connections + "}\n");
    const auto there = loadModel(file, isolated());
    const auto here = loadModel(file);
    ASSERT_FALSE(here || there);
    EXPECT_EQ(here.error().code, ImportError::Code::LimitExceeded);
    EXPECT_THAT(here.error().message, HasSubstr("chain or cycle of more than 64"));
    EXPECT_EQ(there.error().code, here.error().code);
    EXPECT_EQ(there.error().message, here.error().message);
}

TEST(IsolatedImport, OptionsReachTheWorker) {
    ImportOptions options = isolated();
    options.metersPerUnit = 2.0;
    options.up = UpAxis::Z;
    options.unrealNames = false;
    const auto model = loadModel(kTank, options);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->report.metersPerUnit, 2.0);
    EXPECT_EQ(model->report.unitSource, "option");
    options.maxVertices = 10;
    EXPECT_EQ(loadModel(kTank, options).error().code, ImportError::Code::LimitExceeded);
    options.weldTolerance = -1.0;
    EXPECT_EQ(loadModel(kTank, options).error().code, ImportError::Code::BadOptions);
    options = isolated();
    options.unnamedAsTriangleMeshes = true;
    const auto meshes = loadModel(kTank, options);
    ASSERT_TRUE(meshes) << meshes.error().message;
    EXPECT_EQ(meshes->meshes.size(), 5u) << "triangle meshes come back";
    EXPECT_GT(meshes->report.nodes.at(0).triangles, 0u);
    options.pieces.maxVertices = 7;
    EXPECT_THAT(loadModel(kTank, options).error().message, HasSubstr("maxVertices is 7"));
}

TEST(IsolatedImport, ReportsProgressAndCanBeCanceled) {
    const std::filesystem::path bracket =
        std::filesystem::path(SAT3D_TEST_DATA) / "corpus" / "islands_bracket.stl";
    ImportOptions options = isolated();
    options.nonConvexPolicy = NonConvexPolicy::Decompose;
    std::vector<double> shares;
    options.pieces.progress = [&](double share) {
        shares.push_back(share);
        return true;
    };
    const auto model = loadModel(bracket, options);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_GT(model->bodies.size(), 1u);
    EXPECT_GT(shares.size(), 3u);
    EXPECT_TRUE(std::ranges::is_sorted(shares));
    EXPECT_EQ(shares.back(), 1.0);
    options.pieces.progress = [](double) { return false; };
    const auto canceled = loadModel(bracket, options);
    ASSERT_FALSE(canceled);
    EXPECT_EQ(canceled.error().code, ImportError::Code::Canceled) << canceled.error().message;
}

#if !SAT3D_IS_SANITIZED
TEST(IsolatedImport, MemoryIsLimited) {
#ifdef _WIN32
    if (::GetProcAddress(::GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != nullptr) {
        GTEST_SKIP() << "Wine limits no memory";
    }
#endif
    ImportOptions options = isolated();
    options.isolation->maxMemoryBytes = 1u << 20;  // less than the program itself needs
    const auto model = loadModel(kTank, options);
    ASSERT_FALSE(model);
    EXPECT_THAT(model.error().message, testing::AnyOf(HasSubstr("memory"), HasSubstr("aborted")));
}
#endif

#ifndef _WIN32  // there a job does it, which the tests above need

TEST(WorkerProcess, EndsByItself) {
    const auto secondsLeft = [](double maxSeconds) {
        importing::limitThisProcess(std::uint64_t{1} << 40, maxSeconds);
        ::_exit(static_cast<int>(std::min(::alarm(0), 255u)));
    };
    EXPECT_EXIT(secondsLeft(2.5), testing::ExitedWithCode(5), "");
    EXPECT_EXIT(secondsLeft(1e300), testing::ExitedWithCode(255), "");
}

#if !SAT3D_IS_SANITIZED
TEST(WorkerProcess, KeepsALowerMemoryLimit) {
    const auto isNotRaised = [] {
        constexpr rlim_t kAllowed = rlim_t{1} << 33;
        rlimit limit{};
        ::getrlimit(RLIMIT_AS, &limit);
        limit.rlim_cur = kAllowed;
        ::setrlimit(RLIMIT_AS, &limit);
        importing::limitThisProcess(std::uint64_t{1} << 34, 1.0);
        ::getrlimit(RLIMIT_AS, &limit);
        ::_exit(limit.rlim_cur == kAllowed ? 0 : 1);
    };
    EXPECT_EXIT(isNotRaised(), testing::ExitedWithCode(0), "");
}
#endif

TEST(WorkerProcess, ClosesInheritedDescriptors) {
    const auto closes = [] {
        const int inherited = ::fcntl(2, F_DUPFD, 100);
        const importing::WorkerChannel channel;
        ::_exit(inherited >= 100 && ::fcntl(inherited, F_GETFD) == -1 ? 0 : 1);
    };
    EXPECT_EXIT(closes(), testing::ExitedWithCode(0), "");
}

#endif

TEST(IsolatedImport, WorksFromSeveralThreads) {
    std::vector<std::thread> threads;
    std::vector<std::size_t> bodies(4);
    for (std::size_t& count : bodies) {
        threads.emplace_back([&count] {
            const auto model = loadModel(kTank, isolated());
            count = model ? model->bodies.size() : 0;
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(bodies, std::vector<std::size_t>(4, 5));
}

/// A file may have corrupted the worker, so its answer can be any bytes.
TEST(WorkerMessages, AcceptAnyBytes) {
    ImportOptions options;
    options.keepRenderMeshes = true;
    const auto model = loadModel(std::filesystem::path(SAT3D_MODELS) / "bad" / "open.obj", options);
    ASSERT_TRUE(model);
    const std::vector<std::byte> answer = importing::toBytes(importing::WorkerAnswer(*model));
    ASSERT_TRUE(importing::answerFrom(answer));
    for (std::size_t length = 0; length < answer.size(); length += 1 + length / 50) {
        EXPECT_FALSE(importing::answerFrom(std::span(answer).first(length))) << length;
    }
    const std::size_t bakedBytes = saveBaked(*model).size();
    std::size_t refused = 0;
    for (std::size_t at = 0; at < answer.size(); ++at) {
        std::vector<std::byte> changed = answer;
        changed[at] ^= std::byte{0x81};
        const bool isRefused = !importing::answerFrom(changed);
        refused += isRefused ? 1 : 0;
        EXPECT_TRUE(isRefused || at < answer.size() - bakedBytes) << at;  // the model has a checksum
    }
    EXPECT_GT(refused, bakedBytes);
    const std::vector<std::byte> request = importing::toBytes(importing::WorkerRequest{"a/b.glb", options});
    ASSERT_TRUE(importing::requestFrom(request));
    EXPECT_EQ(importing::requestFrom(request)->file, "a/b.glb");
    EXPECT_TRUE(importing::requestFrom(request)->options.keepRenderMeshes);
    for (std::size_t length = 0; length < request.size(); ++length) {
        EXPECT_FALSE(importing::requestFrom(std::span(request).first(length)));
    }
}

}  // namespace
