#include "import/worker/child_answer.hpp"
#include "import/worker/child_process.hpp"
#include "import/worker/sanitizers.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

extern char** environ;  // NOLINT: the name in POSIX

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kMaxSeconds = 1e6;  // more would overflow the clock

/// Owns a descriptor.
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

/// Owns a process: the destructor kills it and waits for it.
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

    /// Waits until the child ends or the time is over. Returns whether the child has ended. If the calling
    /// program ignores SIGCHLD, there is no exit status; this counts as a normal end.
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

/// Creates a pair of connected sockets that no other child inherits.
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

/// Starts the process with default signals. Returns 0 and sets errno if that fails.
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

ChildResult notStarted(int error) {
    return {ChildResult::How::NotStarted, 0, std::generic_category().message(error), {}};
}

std::string inWords(int signal) {
    switch (signal) {
        case SIGSEGV:
            return "it accessed invalid memory";
        case SIGBUS:
            return "it accessed memory that does not exist";
        case SIGABRT:
            return "it aborted";
        case SIGFPE:
            return "it divided by zero";
        case SIGILL:
            return "it executed an invalid instruction";
        case SIGKILL:
            return "it was killed, perhaps because memory ran out";
        default:
            return "signal " + std::to_string(signal);
    }
}

/// Writes the request and reads the answer at the same time.
class Conversation {
public:
    Conversation(Socket& socket, std::span<const std::byte> request, Clock::time_point end)
        : socket_(socket), request_(request), end_(end) {
        ::fcntl(socket.number(), F_SETFL, O_NONBLOCK);
#ifdef SO_NOSIGPIPE
        const int on = 1;
        ::setsockopt(socket.number(), SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
    }

    /// Returns the reason to end the child, or nothing if the answer is complete.
    std::optional<ChildResult::How> run(ChildAnswer& answer) {
        bool isWriting = true;
        while (true) {
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now()).count();
            if (left <= 0) {
                return ChildResult::How::TimedOut;
            }
            pollfd waiting{socket_.number(), static_cast<short>(isWriting ? POLLIN | POLLOUT : POLLIN), 0};
            ::poll(&waiting, 1, static_cast<int>(std::min<long long>(left, 1000)));
            if (isWriting && (waiting.revents & POLLOUT) != 0) {
                isWriting = write();
            }
            if ((waiting.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
                std::array<std::byte, 65536> buffer;
                const ssize_t count = ::recv(socket_.number(), buffer.data(), buffer.size(), 0);
                if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) {
                    return std::nullopt;
                }
                const auto bytes =
                    std::span(buffer).first(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
                if (const auto problem = answer.add(bytes)) {
                    return problem;
                }
            }
        }
    }

private:
    /// Returns whether the request is not yet fully written. A child may answer without reading all of it.
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

    Socket& socket_;
    std::span<const std::byte> request_;
    Clock::time_point end_;
};

/// Closes all descriptors except the standard ones.
void closeInherited() {
    constexpr int kFirst = 3;
#ifdef CLOSE_RANGE_CLOEXEC
    if (::close_range(kFirst, ~0u, 0) == 0) {
        return;
    }
#endif
    constexpr long kMax = 65536;  // if the system has no limit
    const long allowed = ::sysconf(_SC_OPEN_MAX);
    const long end = allowed < 0 ? kMax : std::min(allowed, kMax);
    for (long descriptor = kFirst; descriptor < end; ++descriptor) {
        ::close(static_cast<int>(descriptor));
    }
}

}  // namespace

ChildResult runChildProcess(const std::filesystem::path& program, std::span<const std::byte> request,
                            const ChildLimits& limits, const ChildProgress& progress) {
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(std::min(limits.seconds, kMaxSeconds)));
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
    ChildAnswer answer(limits, progress);
    if (const auto problem = Conversation(ours, request, end).run(answer)) {
        return {*problem, 0, {}, {}};
    }
    ChildResult result{ChildResult::How::Exited, 0, {}, answer.take()};
    if (!child.endsBefore(end)) {
        result.how = ChildResult::How::TimedOut;
    } else if (WIFSIGNALED(child.status())) {
        result.how = ChildResult::How::Killed;
        result.code = WTERMSIG(child.status());
        result.problem = inWords(result.code);
    } else {
        result.code = WEXITSTATUS(child.status());
    }
    return result;
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
    // The system ends the process later than the parent would.
    constexpr double kSecondsMore = 2.0;
    ::alarm(static_cast<unsigned>(std::ceil(std::clamp(maxSeconds, 0.0, kMaxSeconds)) + kSecondsMore));
#if SAT3D_IS_SANITIZED
    static_cast<void>(maxMemoryBytes);
#else
    limit(RLIMIT_AS, maxMemoryBytes);
#endif
}

WorkerChannel::WorkerChannel() : answer_(-1) {
    closeInherited();
    answer_ = ::dup(1);
    ::dup2(2, 1);
}

std::vector<std::byte> WorkerChannel::request() {
    std::vector<std::byte> bytes;
    std::array<std::byte, 65536> buffer;
    ssize_t count = 0;
    while ((count = ::read(0, buffer.data(), buffer.size())) > 0 || (count < 0 && errno == EINTR)) {
        bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + std::max<ssize_t>(count, 0));
    }
    return bytes;
}

bool WorkerChannel::progress(int percent) {
    const std::byte mark = progressByte(percent);
    return answer({&mark, 1});
}

bool WorkerChannel::answer(std::span<const std::byte> answer) {
    while (!answer.empty()) {
        const ssize_t count = ::write(answer_, answer.data(), answer.size());
        if (count < 0 && errno != EINTR) {
            return false;
        }
        answer = answer.subspan(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
    return true;
}

}  // namespace sat3d::SAT3D_ABI::importing
