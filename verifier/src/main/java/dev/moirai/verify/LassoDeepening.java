package dev.moirai.verify;
import dev.moirai.explore.Wish;
import dev.moirai.interpret.Machine;
import dev.moirai.solve.Limit;
import java.util.List;
import java.util.Optional;
final class LassoDeepening {
    LassoDeepening(Machine machine, Wish wish, String solver, Limit limit) {}
    Livelock.Finding search(Optional<List<LassoBounds>> bounds) { throw new UnsupportedOperationException(); }
}
