// The command line of sat3d.

#include "commands/commands.hpp"
#include "terminal.hpp"
#include "utf8_console.hpp"

#include <sat3d/core/version.hpp>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace {

using namespace sat3d::tool;

constexpr const char* kFooter =
    "Examples:\n"
    "  sat3d inspect tank.glb\n"
    "  sat3d inspect tank.glb -o tank.html\n"
    "  sat3d bake tank.glb -o tank.s3d\n"
    "  sat3d convert tank.fbx -o tank_collision.glb\n"
    "  sat3d check tank.glb wall.glb --pose-b \"0 0 3.4\"\n"
    "  sat3d explain tank.glb wall.glb --pose-b \"0 0 3.4\" -o why.svg\n"
    "  sat3d pairs hulls.txt --reference hulls.ref\n"
    "\n"
    "Exit code: 0 apart or done, 1 colliding (check), 2 usage, 3 bad input.";

int fail(const BadInput& error, bool json) {
    fmt::print(stderr, "{} {}\n", painted("sat3d:", Color::Red, Stream::Error), printable(error.what()));
    if (json) {
        printJson({{"error", error.what()},
                   {"exitCode", static_cast<int>(kBadInput)},
                   {"code", orNull(error.code)},
                   {"node", orNull(error.node)}});
    }
    return kBadInput;
}

bool jsonAsked(const CLI::App& app) {
    return std::ranges::any_of(app.get_subcommands(), [](const CLI::App* command) {
        return command->get_option("--json")->count() > 0;
    });
}

int run(std::vector<std::string> arguments) {
    CLI::App app("Exact convex collision: do two models touch, what is the shortest push apart, and why?",
                 "sat3d");
    app.set_version_flag("--version", std::string("sat3d ") + sat3d::version());
    app.require_subcommand(1);
    app.allow_windows_style_options(false);  // there, too, /models/tank.glb is a file
    app.footer(kFooter);
    ExitCode exitCode = kDone;
    addInspect(app, exitCode);
    addBake(app, exitCode);
    addConvert(app, exitCode);
    addCheck(app, exitCode);
    addExplain(app, exitCode);
    addPairs(app, exitCode);
    try {
        // CLI takes the arguments after the program's name, the last one first.
        arguments.erase(arguments.begin(), arguments.begin() + (arguments.empty() ? 0 : 1));
        std::ranges::reverse(arguments);
        app.parse(std::move(arguments));
        return exitCode;
    } catch (const CLI::ParseError& error) {
        if (const auto words = app.remaining(); app.get_subcommands().empty() && !words.empty()) {
            app.exit(
                CLI::ValidationError("there is no command '" + words.front() +
                                     "'; the commands are: inspect, bake, convert, check, explain, pairs"));
            return kUsage;
        }
        return app.exit(error) == 0 ? kDone : kUsage;
    } catch (const BadInput& error) {
        return fail(error, jsonAsked(app));
    }
}

}  // namespace

int main(int argc, char** argv) {
    const Utf8Console console;
    try {
        const int exitCode = run(utf8Arguments(argc, argv));
        if (std::fflush(stdout) != 0) {
            throw std::system_error(errno, std::generic_category(), "the output cannot be written");
        }
        return exitCode;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "sat3d: %s\n", printable(error.what()).c_str());
        return kBadInput;
    }
}
