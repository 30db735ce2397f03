package dev.moirai.witness.report;

import dev.moirai.property.Reason;
import dev.moirai.source.Diagnostic;
import dev.moirai.witness.Answer;
import java.util.List;

/** What became of one program. */
public sealed interface Entry {
    /** The program, as the user names it. */
    String file();

    record Answered(Answer answer) implements Entry {
        @Override
        public String file() {
            return answer.question().file();
        }
    }

    /** The file was rejected, for these reasons. */
    record Refused(String file, List<Diagnostic> diagnostics) implements Entry {
        public Refused {
            diagnostics = List.copyOf(diagnostics);
        }
    }

    /** The work was given up before an engine could answer. */
    record GaveUp(String file, Reason reason) implements Entry {}
}
