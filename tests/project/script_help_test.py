#!/usr/bin/env python3
"""Checks that each script says with --help what it does, before it builds, installs or changes anything.

usage: script_help_test.py SCRIPTS     the folder of the scripts; prints one line per fault, and exits with 1 if there is any
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile


def fault(script, commands):
    """Returns what is wrong with SCRIPT --help, or None. Nothing but the programs in the folder of commands is found."""
    interpreter = "/bin/bash" if script.suffix == ".sh" else sys.executable
    result = subprocess.run([interpreter, script.resolve(), "--help"], capture_output=True, text=True, timeout=60,
                            env={"PATH": str(commands)}, cwd=commands, check=False)
    comment = script.read_text().splitlines()[1].strip('# "')
    if result.returncode != 0 or comment not in result.stdout:
        return f"{script.name} --help does not print its first comment: {(result.stdout + result.stderr).strip()[:200]}"
    if "source " in result.stdout:
        return f"{script.name} --help prints more than its first comment"
    return None


def main():
    with tempfile.TemporaryDirectory() as folder:
        commands = pathlib.Path(folder)
        for command in ("dirname", "sed"):
            (commands / command).symlink_to(shutil.which(command))
        files = sorted(pathlib.Path(sys.argv[1]).iterdir())
        scripts = [file for file in files if file.suffix == ".py" or (file.suffix == ".sh" and "/lib.sh" in file.read_text())]
        faults = [found for script in scripts if (found := fault(script, commands))]
    for found in faults:
        print(found)
    if len(scripts) < 10:
        print(f"only {len(scripts)} scripts found")
    return 1 if faults or len(scripts) < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
