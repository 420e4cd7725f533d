#include "import/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

extern char** environ;  // NOLINT: POSIX names it so

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kMostSeconds = 1e6;  // more would overflow the clock

/// One end of a connection, closed at last.
class Socket {
public:
    explicit Socket(int number) : number_(number) {}
    ~Socket() { close(); }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    [[nodiscard]] int number() const { return number_; }
    void close() {
        if (number_ >= 0) {
            ::close(std::exchange(number_, -1));
        }
    }

private:
    int number_;
};

/// A process that is killed and waited for, whatever happens.
class Child {
public:
    explicit Child(pid_t id) : id_(id) {}
    ~Child() {
        if (id_ > 0) {
            ::kill(id_, SIGKILL);
            wait(0);
        }
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Whether it has ended by then. A program that ignores SIGCHLD hears of no status: as good as ended
    /// well.
    bool endsBefore(Clock::time_point end) {
        while (!wait(WNOHANG)) {
            if (Clock::now() >= end) {
                return false;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return true;
    }
    [[nodiscard]] int status() const { return status_; }

private:
    bool wait(int options) {
        pid_t result = 0;
        do {
            result = ::waitpid(id_, &status_, options);
        } while (result < 0 && errno == EINTR);
        if (result == 0) {
            return false;
        }
        id_ = 0;
        return true;
    }
    pid_t id_;
    int status_ = 0;
};

/// Two connected ends that no other child inherits.
bool connect(std::array<int, 2>& ends) {
#ifdef SOCK_CLOEXEC
    return ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0;
#else
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) {
        return false;
    }
    for (const int end : ends) {
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    return true;
#endif
}

/// The process, or 0 and errno. Its signals are as in a fresh program.
pid_t start(const std::filesystem::path& program, int end) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&files, end, 0);
    ::posix_spawn_file_actions_adddup2(&files, end, 1);
    ::posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    sigset_t none, perhapsIgnored;
    ::sigemptyset(&none);
    ::sigemptyset(&perhapsIgnored);
    for (const int signal : {SIGALRM, SIGPIPE, SIGCHLD, SIGINT, SIGTERM}) {
        ::sigaddset(&perhapsIgnored, signal);
    }
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &perhapsIgnored);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::string name = program.string();
    std::array<char*, 2> arguments{name.data(), nullptr};
    pid_t id = 0;
    const int error = ::posix_spawnp(&id, name.c_str(), &files, &attributes, arguments.data(), ::environ);
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
    errno = error;
    return error == 0 ? id : 0;
}

ChildEnd notStarted(int error) {
    return {ChildEnd::How::NotStarted, 0, std::generic_category().message(error), {}};
}

std::string inWords(int signal) {
    switch (signal) {
        case SIGSEGV:
            return "it reached for memory that is not its own";
        case SIGBUS:
            return "it reached for memory that does not exist";
        case SIGABRT:
            return "it gave up";
        case SIGFPE:
            return "it divided by zero";
        case SIGILL:
            return "it ran what is no code";
        case SIGKILL:
            return "it was killed, perhaps for want of memory";
        default:
            return "signal " + std::to_string(signal);
    }
}

/// Writes the request and reads the answer, whichever goes on.
class Conversation {
public:
    Conversation(Socket& socket, std::span<const std::byte> request, const ChildLimits& limits,
                 Clock::time_point end)
        : socket_(socket), request_(request), limits_(limits), end_(end) {
        ::fcntl(socket.number(), F_SETFL, O_NONBLOCK);
#ifdef SO_NOSIGPIPE
        const int on = 1;
        ::setsockopt(socket.number(), SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
    }

    /// Whether the answer came to its end; if not, `problem` says why.
    bool run(std::vector<std::byte>& answer, ChildEnd::How& problem) {
        bool isWriting = true;
        while (true) {
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now()).count();
            if (left <= 0) {
                problem = ChildEnd::How::TimedOut;
                return false;
            }
            pollfd waiting{socket_.number(), static_cast<short>(isWriting ? POLLIN | POLLOUT : POLLIN), 0};
            ::poll(&waiting, 1, static_cast<int>(std::min<long long>(left, 1000)));
            if (isWriting && (waiting.revents & POLLOUT) != 0) {
                isWriting = write();
            }
            if ((waiting.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
                if (!read(answer)) {
                    return true;
                }
                if (answer.size() > limits_.answerBytes) {
                    problem = ChildEnd::How::AnsweredTooMuch;
                    return false;
                }
            }
        }
    }

private:
    /// Whether something is left to be written; a child that does not listen may still answer.
    bool write() {
#ifdef MSG_NOSIGNAL
        constexpr int kFlags = MSG_NOSIGNAL;
#else
        constexpr int kFlags = 0;
#endif
        const ssize_t count = ::send(socket_.number(), request_.data(), request_.size(), kFlags);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
            return true;
        }
        request_ = request_.subspan(count < 0 ? request_.size() : static_cast<std::size_t>(count));
        if (request_.empty()) {
            ::shutdown(socket_.number(), SHUT_WR);
        }
        return !request_.empty();
    }

    /// Whether more may come.
    bool read(std::vector<std::byte>& answer) {
        std::array<std::byte, 65536> buffer;
        const ssize_t count = ::recv(socket_.number(), buffer.data(), buffer.size(), 0);
        if (count < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        answer.insert(answer.end(), buffer.begin(), buffer.begin() + count);
        return count > 0;
    }

    Socket& socket_;
    std::span<const std::byte> request_;
    const ChildLimits& limits_;
    Clock::time_point end_;
};

/// Closes all descriptors but the standard ones.
void closeInherited() {
    constexpr int kFirst = 3;
#ifdef CLOSE_RANGE_CLOEXEC
    if (::close_range(kFirst, ~0u, 0) == 0) {
        return;
    }
#endif
    constexpr long kMost = 65536;  // where the system allows any number
    const long allowed = ::sysconf(_SC_OPEN_MAX);
    const long end = allowed < 0 ? kMost : std::min(allowed, kMost);
    for (long descriptor = kFirst; descriptor < end; ++descriptor) {
        ::close(static_cast<int>(descriptor));
    }
}

}  // namespace

ChildEnd askChild(const std::filesystem::path& program, std::span<const std::byte> request,
                  const ChildLimits& limits) {
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(
                                        std::min(limits.seconds, kMostSeconds)));
    std::array<int, 2> ends{-1, -1};
    if (!connect(ends)) {
        return notStarted(errno);
    }
    Socket ours(ends[0]), theirs(ends[1]);
    const pid_t id = start(program, theirs.number());
    if (id == 0) {
        return notStarted(errno);
    }
    Child child(id);
    theirs.close();
    ChildEnd result{ChildEnd::How::Exited, 0, {}, {}};
    if (!Conversation(ours, request, limits, end).run(result.answer, result.how)) {
        return result;
    }
    if (!child.endsBefore(end)) {
        result.how = ChildEnd::How::TimedOut;
    } else if (WIFSIGNALED(child.status())) {
        result.how = ChildEnd::How::Killed;
        result.code = WTERMSIG(child.status());
        result.problem = inWords(result.code);
    } else {
        result.code = WEXITSTATUS(child.status());
    }
    return result;
}

std::filesystem::path folderOfProgram() {
    std::error_code error;
#ifdef __APPLE__
    std::uint32_t size = 0;
    ::_NSGetExecutablePath(nullptr, &size);
    std::string path(size, '\0');
    ::_NSGetExecutablePath(path.data(), &size);
    const std::filesystem::path program = std::filesystem::canonical(path.c_str(), error);
#else
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
#endif
    return error ? std::filesystem::path() : program.parent_path();
}

std::filesystem::path executableName(const std::string& name) {
    return name;
}

void limitThisProcess(std::uint64_t maxMemoryBytes, double maxSeconds) {
    const auto limit = [](auto what, std::uint64_t most) {
        rlimit now{};
        if (::getrlimit(what, &now) == 0) {
            now.rlim_cur = static_cast<rlim_t>(std::min<std::uint64_t>({most, now.rlim_cur, now.rlim_max}));
            ::setrlimit(what, &now);
        }
    };
    limit(RLIMIT_CORE, 0);
    // Later than the asking program would end it.
    constexpr double kSecondsMore = 2.0;
    ::alarm(static_cast<unsigned>(std::ceil(std::clamp(maxSeconds, 0.0, kMostSeconds)) + kSecondsMore));
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    static_cast<void>(maxMemoryBytes);  // sanitizers map terabytes
#else
    limit(RLIMIT_AS, maxMemoryBytes);
#endif
}

AskedChannel::AskedChannel() : answer_(-1) {
    closeInherited();
    answer_ = ::dup(1);
    ::dup2(2, 1);
}

std::vector<std::byte> AskedChannel::request() {
    std::vector<std::byte> bytes;
    std::array<std::byte, 65536> buffer;
    ssize_t count = 0;
    while ((count = ::read(0, buffer.data(), buffer.size())) > 0 || (count < 0 && errno == EINTR)) {
        bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + std::max<ssize_t>(count, 0));
    }
    return bytes;
}

bool AskedChannel::answer(std::span<const std::byte> answer) {
    while (!answer.empty()) {
        const ssize_t count = ::write(answer_, answer.data(), answer.size());
        if (count < 0 && errno != EINTR) {
            return false;
        }
        answer = answer.subspan(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
    return true;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
