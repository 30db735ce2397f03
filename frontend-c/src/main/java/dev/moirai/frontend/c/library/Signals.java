package dev.moirai.frontend.c.library;

import java.util.Optional;

/**
 * Functions about signals that do nothing as long as none comes from outside, and about processes, of which there is one.
 * What handles, blocks and sends signals is written in C ({@code signal.c}).
 */
final class Signals {
    private Signals() {}

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "pthread_atfork", "alarm", "ualarm", "setitimer", "getitimer", "sigaltstack", "siginterrupt" ->
                        _ -> Pen.zero();
                    case "__moirai_masks_signals" -> site -> Optional.of(Pen.number(site.masksSignals() ? 1 : 0));
                    case "__moirai_most_signals" ->
                        site -> Optional.of(Pen.number(site.options().outside().signals()));
                    default -> null;
                });
    }
}
