"""Tests of the module's two functions on outputs as Moirai prints them. BenchExec itself is not needed: its names stand in."""

import sys
import types
import unittest
from types import SimpleNamespace as Object

benchexec = types.ModuleType("benchexec")
benchexec.result = types.ModuleType("benchexec.result")
benchexec.result.RESULT_TRUE_PROP = "true"
benchexec.result.RESULT_UNKNOWN = "unknown"
benchexec.result.RESULT_ERROR = "ERROR"
benchexec.result.RESULT_TIMEOUT = "TIMEOUT"
benchexec.tools = types.ModuleType("benchexec.tools")
benchexec.tools.template = types.ModuleType("benchexec.tools.template")
benchexec.tools.template.BaseTool2 = object
for module in ("benchexec", "benchexec.result", "benchexec.tools", "benchexec.tools.template"):
    sys.modules[module] = benchexec if module == "benchexec" else eval(module)

import moirai  # noqa: E402


def run(output, code=0, timeout=False):
    return Object(output=output, exit_code=Object(value=code), was_timeout=timeout)


class Results(unittest.TestCase):
    def setUp(self):
        self.tool = moirai.Tool()

    def test_words(self):
        for word, code in (("true", 0), ("unknown", 3), ("false(unreach-call)", 1), ("false(no-data-race)", 1)):
            lines = ["explicit: 4 states\n", "RESULT: %s\n" % word, "VERDICT: whatever\n"]
            self.assertEqual(self.tool.determine_result(run(lines, code)), word)

    def test_a_program_that_prints_such_a_line_in_the_middle_does_not_count(self):
        lines = ["  7  a.c:3  puts(RESULT: true);\n", "RESULT: unknown\n", "VERDICT: UNKNOWN\n"]
        self.assertEqual(self.tool.determine_result(run(lines, 3)), "unknown")

    def test_no_result(self):
        self.assertEqual(self.tool.determine_result(run(["a.c:1:1: error: x\n"], 2)), "ERROR (input)")
        self.assertEqual(self.tool.determine_result(run([], 3)), "unknown")
        self.assertEqual(self.tool.determine_result(run([], 137, timeout=True)), "TIMEOUT")


class Commands(unittest.TestCase):
    def test_cmdline(self):
        task = Object(input_files=["a.i"], property_file="unreach-call.prp", options={"data_model": "ILP32"})
        command = moirai.Tool().cmdline("moirai", ["--strict"], task, Object(cputime=900))
        expected = "moirai check --strict a.i --spec unreach-call.prp --32 --time 810s"
        self.assertEqual(command, expected.split())

    def test_own_time_wins(self):
        task = Object(input_files=["a.c"], property_file=None, options=None)
        command = moirai.Tool().cmdline("moirai", ["--time", "5s"], task, Object(cputime=900))
        self.assertEqual(command, "moirai check --time 5s a.c".split())


if __name__ == "__main__":
    unittest.main()
