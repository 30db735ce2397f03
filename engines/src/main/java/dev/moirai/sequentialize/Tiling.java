package dev.moirai.sequentialize;

import dev.moirai.sequentialize.SequentialProgram.Context;
import dev.moirai.sequentialize.Tile.Window;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Cuts the interleavings of a sequential program into tiles, each of which is a smaller question: code that a context of
 * the tile cannot come to is not even written ({@link Unrolling}). The idea of tiling context switches is that of Nguyen,
 * Fischer, La Torre and Parlato's parallel bug-finding with Lazy-CSeq; here tiles are halved until there are enough.
 *
 * <p>Claim: every interleaving is in exactly one tile ({@code TilingTest}).
 */
public final class Tiling {
    /** The windows into which the points of each context are cut. */
    private final Map<Context, List<Window>> cut = new LinkedHashMap<>();

    private Tiling(SequentialProgram program) {
        for (Context context : program.contexts()) {
            if (program.runsFreely(context) || !program.endMatters(context)) continue;
            Simulation simulation = context.simulation();
            cut.put(
                    context,
                    List.of(new Window(simulation.thread().number(), context.round(), 0, simulation.size())));
        }
    }

    /** At most so many tiles; fewer if the program has no more switches to choose from. */
    public static List<Tile> of(SequentialProgram program, int atMost) {
        var tiling = new Tiling(program);
        List<Tile> tiles = List.of(Tile.EVERYTHING);
        while (true) {
            Optional<Context> widest = tiling.widest();
            if (widest.isEmpty()) return tiles;
            tiling.halve(widest.get());
            List<Tile> finer = tiling.tiles();
            if (finer.size() > atMost) return tiles;
            tiles = finer;
        }
    }

    /** The context that has the widest window; of several the first, since what it does decides about the later ones. */
    private Optional<Context> widest() {
        Context widest = null;
        int width = 1;
        for (var entry : cut.entrySet()) {
            int own = entry.getValue().stream().mapToInt(Tiling::width).max().orElse(0);
            if (own > width) {
                widest = entry.getKey();
                width = own;
            }
        }
        return Optional.ofNullable(widest);
    }

    private static int width(Window window) {
        return window.last() - window.first() + 1;
    }

    private void halve(Context context) {
        var halves = new ArrayList<Window>();
        for (Window window : cut.getOrDefault(context, List.of())) {
            if (width(window) == 1) {
                halves.add(window);
                continue;
            }
            int middle = (window.first() + window.last()) / 2;
            halves.add(new Window(window.thread(), window.round(), window.first(), middle));
            halves.add(new Window(window.thread(), window.round(), middle + 1, window.last()));
        }
        cut.put(context, halves);
    }

    /** One window of every context that is cut, in all ways that a thread can go. */
    private List<Tile> tiles() {
        List<List<Window>> tiles = List.of(List.of());
        for (List<Window> windows : cut.values()) {
            if (windows.size() == 1) continue;
            var longer = new ArrayList<List<Window>>();
            for (List<Window> tile : tiles) {
                for (Window window : windows) {
                    var more = new ArrayList<>(tile);
                    more.add(window);
                    if (isPossible(more)) longer.add(more);
                }
            }
            tiles = longer;
        }
        return tiles.stream().map(Tile::new).toList();
    }

    /** Whether no thread would have to go back: contexts of a thread come in the order of rounds. */
    private static boolean isPossible(List<Window> tile) {
        Window added = tile.getLast();
        return tile.stream()
                .filter(window -> window.thread() == added.thread())
                .allMatch(window -> window.first() <= added.last());
    }
}
