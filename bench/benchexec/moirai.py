"""BenchExec tool-info module for Moirai: copy it into benchexec/tools, or name it with its package on the tool's line."""

import re

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    def executable(self, tool_locator):
        return tool_locator.find_executable("moirai")

    def name(self):
        return "Moirai"

    def project_url(self):
        return ""

    def version(self, executable):
        return self._version_from_tool(executable, arg="--version", line_prefix="moirai")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", *options, *task.input_files]
        if task.property_file:
            command += ["--spec", task.property_file]
        if isinstance(task.options, dict) and task.options.get("data_model") == "ILP32":
            command.append("--32")
        if rlimits.cputime and "--time" not in options:
            # Less than the limit, so that there is an answer by then.
            command += ["--time", "%ds" % max(1, int(rlimits.cputime * 0.9))]
        return command

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        words = None
        for line in run.output:
            match = re.match(r"RESULT: (true|unknown|false\([a-z-]+\))\s*$", line)
            if match:
                words = match.group(1)
        if words == "true":
            return result.RESULT_TRUE_PROP
        if words is not None and words.startswith("false("):
            return words
        if words is None and run.exit_code.value == 2:
            return result.RESULT_ERROR + " (input)"
        return result.RESULT_UNKNOWN
