#include "core/files/windows.hpp"
#include "import/worker/child_answer.hpp"
#include "import/worker/child_process.hpp"
#include "import/worker/sanitizers.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <fcntl.h>
#include <io.h>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Owns a handle of the system.
class Handle {
public:
    Handle() = default;
    explicit Handle(HANDLE handle) : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
    ~Handle() { close(); }
    Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    [[nodiscard]] HANDLE get() const { return handle_; }
    [[nodiscard]] bool exists() const { return handle_ != nullptr; }
    void close() {
        if (handle_ != nullptr) {
            ::CloseHandle(std::exchange(handle_, nullptr));
        }
    }

private:
    HANDLE handle_ = nullptr;
};

/// One end stays with this process, the child inherits the other one.
struct Pipe {
    Handle ours, theirs;
};

std::optional<Pipe> pipe(bool childReads) {
    HANDLE read = nullptr, write = nullptr;
    if (!::CreatePipe(&read, &write, nullptr, 0)) {
        return std::nullopt;
    }
    Pipe pipe{Handle(childReads ? write : read), Handle(childReads ? read : write)};
    ::SetHandleInformation(pipe.theirs.get(), HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    return pipe;
}

/// A job ends its processes when its last handle is closed, also by the end of this process. A child that
/// crashes shows no window.
Handle newJob() {
    Handle job(::CreateJobObjectW(nullptr, nullptr));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags =
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    ::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

/// The standard handles of a child, as the only ones that it inherits, whatever other threads start.
class InheritedHandles {
public:
    InheritedHandles(HANDLE input, HANDLE output, HANDLE error) : handles_{input, output, error} {
        SIZE_T size = 0;
        ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
        bytes_.resize(size);
        info_.lpAttributeList = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(bytes_.data());
        isReady_ = ::InitializeProcThreadAttributeList(info_.lpAttributeList, 1, 0, &size) &&
                   ::UpdateProcThreadAttribute(info_.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                               handles_.data(), sizeof handles_, nullptr, nullptr);
        info_.StartupInfo.cb = sizeof info_;
        info_.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
        info_.StartupInfo.hStdInput = input;
        info_.StartupInfo.hStdOutput = output;
        info_.StartupInfo.hStdError = error;
    }
    ~InheritedHandles() { ::DeleteProcThreadAttributeList(info_.lpAttributeList); }
    InheritedHandles(const InheritedHandles&) = delete;
    InheritedHandles& operator=(const InheritedHandles&) = delete;
    [[nodiscard]] bool areReady() const { return isReady_; }
    [[nodiscard]] STARTUPINFOW* info() { return &info_.StartupInfo; }

private:
    std::array<HANDLE, 3> handles_;
    std::vector<std::byte> bytes_;
    STARTUPINFOEXW info_{};
    bool isReady_ = false;
};

ChildResult notStarted(DWORD error) {
    return {ChildResult::How::NotStarted, 0, std::system_category().message(static_cast<int>(error)), {}};
}

/// Returns the process, which runs in the job, or nothing, with the error in GetLastError().
Handle start(const std::filesystem::path& program, const Pipe& request, const Pipe& answer,
             const Handle& job) {
    SECURITY_ATTRIBUTES inheritable{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    const Handle nowhere(::CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                       &inheritable, OPEN_EXISTING, 0, nullptr));
    InheritedHandles inherited(request.theirs.get(), answer.theirs.get(), nowhere.get());
    std::wstring command = L'"' + program.wstring() + L'"';
    PROCESS_INFORMATION process{};
    // It must not run before it is in the job.
    if (!inherited.areReady() ||
        !::CreateProcessW(nullptr, command.data(), nullptr, nullptr, TRUE,
                          CREATE_SUSPENDED | CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT, nullptr,
                          nullptr, inherited.info(), &process)) {
        return {};
    }
    Handle child(process.hProcess);
    const Handle thread(process.hThread);
    if (!::AssignProcessToJobObject(job.get(), child.get())) {
        const DWORD error = ::GetLastError();
        ::TerminateProcess(child.get(), 1);
        ::SetLastError(error);
        return {};
    }
    ::ResumeThread(thread.get());
    return child;
}

/// Whether an exit code is an exception that nobody has handled: NTSTATUS of severity "error".
bool isCrash(DWORD code) {
    return code >> 30 == 3;
}

std::string inWords(DWORD code) {
    constexpr DWORD kFailFast = 0xc0000409;  // what abort() ends with
    switch (code) {
        case EXCEPTION_ACCESS_VIOLATION:
            return "it accessed invalid memory";
        case EXCEPTION_STACK_OVERFLOW:
            return "its stack overflowed";
        case EXCEPTION_INT_DIVIDE_BY_ZERO:
            return "it divided by zero";
        case EXCEPTION_ILLEGAL_INSTRUCTION:
            return "it executed an invalid instruction";
        case kFailFast:
            return "it aborted";
        default:
            return "exception " + std::to_string(code);
    }
}

/// Ends a job when the time is up, which also ends every wait for its processes.
class Watch {
public:
    Watch(HANDLE job, DWORD milliseconds)
        : isOver_(::CreateEventW(nullptr, TRUE, FALSE, nullptr)), thread_([this, job, milliseconds] {
              if (::WaitForSingleObject(isOver_.get(), milliseconds) == WAIT_TIMEOUT) {
                  hasEnded_ = true;
                  ::TerminateJobObject(job, 1);
              }
          }) {}
    ~Watch() { stop(); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    /// Returns whether the time was up.
    bool stop() {
        ::SetEvent(isOver_.get());
        if (thread_.joinable()) {
            thread_.join();
        }
        return hasEnded_;
    }

private:
    Handle isOver_;
    std::atomic<bool> hasEnded_ = false;
    std::thread thread_;
};

/// Writes the request, until the child closes its end: it may answer without reading all of it. The
/// destructor ends the job, which ends the writing.
class Writer {
public:
    Writer(HANDLE job, Pipe& pipe, std::span<const std::byte> request)
        : job_(job), thread_([&pipe, request] { write(pipe, request); }) {}
    ~Writer() {
        ::TerminateJobObject(job_, 1);
        thread_.join();
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

private:
    static void write(Pipe& pipe, std::span<const std::byte> request) {
        constexpr std::size_t kMost = 1u << 30;
        DWORD count = 0;
        while (!request.empty() &&
               ::WriteFile(pipe.ours.get(), request.data(),
                           static_cast<DWORD>(std::min(request.size(), kMost)), &count, nullptr)) {
            request = request.subspan(count);
        }
        pipe.ours.close();
    }

    HANDLE job_;
    std::thread thread_;
};

/// Returns the reason to end the child, or nothing if the answer is complete.
std::optional<ChildResult::How> read(const Pipe& pipe, ChildAnswer& answer) {
    std::array<std::byte, 65536> buffer;
    DWORD count = 0;
    while (::ReadFile(pipe.ours.get(), buffer.data(), static_cast<DWORD>(buffer.size()), &count, nullptr)) {
        if (const auto problem = answer.add(std::span(buffer).first(count))) {
            return problem;
        }
    }
    return std::nullopt;
}

}  // namespace

ChildResult runChildProcess(const std::filesystem::path& program, std::span<const std::byte> request,
                            const ChildLimits& limits, const ChildProgress& progress) {
    std::optional<Pipe> toChild = pipe(true), fromChild = pipe(false);
    const Handle job = newJob();
    if (!toChild || !fromChild || !job.exists()) {
        return notStarted(::GetLastError());
    }
    const Handle child = start(program, *toChild, *fromChild, job);
    if (!child.exists()) {
        return notStarted(::GetLastError());
    }
    toChild->theirs.close();
    fromChild->theirs.close();
    constexpr double kMaxMilliseconds = 1e9;  // more would mean: forever
    Watch watch(job.get(), static_cast<DWORD>(std::min(1000.0 * limits.seconds, kMaxMilliseconds)));
    const Writer writer(job.get(), *toChild, request);
    ChildAnswer answer(limits, progress);
    const std::optional<ChildResult::How> problem = read(*fromChild, answer);
    if (problem) {
        ::TerminateJobObject(job.get(), 1);
    }
    ::WaitForSingleObject(child.get(), INFINITE);
    const bool isTimedOut = watch.stop();
    if (problem || isTimedOut) {
        return {problem.value_or(ChildResult::How::TimedOut), 0, {}, {}};
    }
    DWORD code = 0;
    ::GetExitCodeProcess(child.get(), &code);
    if (isCrash(code)) {
        return {ChildResult::How::Killed, static_cast<int>(code), inWords(code), answer.take()};
    }
    return {ChildResult::How::Exited, static_cast<int>(code), {}, answer.take()};
}

std::filesystem::path executableName(const std::string& name) {
    return name + ".exe";
}

void limitThisProcess([[maybe_unused]] std::uint64_t maxMemoryBytes, double) {
#if !SAT3D_IS_SANITIZED
    const HANDLE job = ::CreateJobObjectW(nullptr, nullptr);  // lives as long as this process
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_MEMORY;
    limits.ProcessMemoryLimit = static_cast<SIZE_T>(maxMemoryBytes);
    ::SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    ::AssignProcessToJobObject(job, ::GetCurrentProcess());
#endif
}

WorkerChannel::WorkerChannel() : answer_(::_dup(1)) {
    ::_dup2(2, 1);
    ::_setmode(0, _O_BINARY);
    ::_setmode(answer_, _O_BINARY);
    ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
}

std::vector<std::byte> WorkerChannel::request() {
    std::vector<std::byte> bytes;
    std::array<std::byte, 65536> buffer;
    int count = 0;
    while ((count = ::_read(0, buffer.data(), static_cast<unsigned>(buffer.size()))) > 0) {
        bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + count);
    }
    return bytes;
}

bool WorkerChannel::progress(int percent) {
    const std::byte mark = progressByte(percent);
    return answer({&mark, 1});
}

bool WorkerChannel::answer(std::span<const std::byte> answer) {
    constexpr std::size_t kMost = 1u << 20;
    while (!answer.empty()) {
        const int count =
            ::_write(answer_, answer.data(), static_cast<unsigned>(std::min(answer.size(), kMost)));
        if (count < 0) {
            return false;
        }
        answer = answer.subspan(static_cast<std::size_t>(count));
    }
    return true;
}

}  // namespace sat3d::SAT3D_ABI::importing
