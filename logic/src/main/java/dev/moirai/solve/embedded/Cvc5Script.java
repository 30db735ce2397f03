package dev.moirai.solve.embedded;

import dev.moirai.solve.BadScriptException;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Natives;
import dev.moirai.solve.ScriptChecker;
import io.github.cvc5.Command;
import io.github.cvc5.InputParser;
import io.github.cvc5.Solver;
import io.github.cvc5.TermManager;
import io.github.cvc5.modes.InputLanguage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** cvc5 (Barbosa et al., TACAS 2022), given whole SMT-LIB scripts. */
public final class Cvc5Script implements ScriptChecker {
    /** The longest limit given to cvc5 for one question, which counts milliseconds. */
    private static final Duration LONGEST = Duration.ofDays(1);

    @Override
    public Optional<String> unavailable() {
        // Its own loader would unpack the library into a temporary folder on every start.
        System.setProperty("cvc5.skipLibraryLoad", "true");
        return Natives.load("libcvc5jni.so");
    }

    @Override
    public List<String> answers(String script, Limit limit) {
        unavailable().ifPresent(reason -> {
            throw new IllegalStateException("cvc5: " + reason);
        });
        var answers = new ArrayList<String>();
        int read = 0;
        var solver = new Solver(new TermManager());
        try {
            solver.setOption("incremental", "true");
            var parser = new InputParser(solver);
            parser.setStringInput(InputLanguage.SMT_LIB_2_6, script, "certificate");
            while (true) {
                Command command = parser.nextCommand();
                if (command.isNull()) return answers;
                read++;
                boolean asks = command.getCommandName().equals("check-sat");
                if (asks) {
                    long left = limit.atMost(LONGEST).toMillis();
                    if (left == 0) {
                        answers.add("unknown");
                        continue;
                    }
                    solver.setOption("tlimit-per", String.valueOf(left));
                }
                String printed =
                        command.invoke(solver, parser.getSymbolManager()).strip();
                if (asks) answers.add(printed);
                else if (printed.contains("error")) {
                    throw new BadScriptException(printed, ScriptLines.ofCommand(script, read - 1), null);
                }
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            // Native code throws checked exceptions that its Java methods do not declare.
            throw new BadScriptException(String.valueOf(e.getMessage()), ScriptLines.ofCommand(script, read), e);
        } finally {
            solver.deletePointer();
        }
    }
}
