#pragma once

// The subcommands. Each adds its options to the application and sets `exitCode` when it runs.

#include "exit_codes.hpp"

namespace CLI {
class App;
}

namespace sat3d::tool {

void addInspect(CLI::App& app, ExitCode& exitCode);
void addBake(CLI::App& app, ExitCode& exitCode);
void addConvert(CLI::App& app, ExitCode& exitCode);
void addCheck(CLI::App& app, ExitCode& exitCode);
void addExplain(CLI::App& app, ExitCode& exitCode);
void addPairs(CLI::App& app, ExitCode& exitCode);

}  // namespace sat3d::tool
