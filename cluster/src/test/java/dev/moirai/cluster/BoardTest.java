package dev.moirai.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every part is answered once or given up, whoever is lost whenever. */
class BoardTest {
    private final Board<String> board = new Board<>();

    private void add(int parts) {
        for (int part = 0; part < parts; part++) board.add("job", part);
    }

    @Test
    void whatALostNodeWorkedOnWaitsAgain() {
        add(3);
        Board.Task first = board.next("a", 1).orElseThrow();
        assertThat(board.next("a", 1)).isEmpty();
        assertThat(board.lost("a")).isEmpty();
        assertThat(board.next("b", 1)).contains(first);
        assertThat(board.finished("a", first.number())).isEmpty();
        assertThat(board.finished("b", first.number())).contains(first);
        assertThat(board.finished("b", first.number())).isEmpty();
    }

    @Test
    void whatHasLostTwoNodesIsDoneAloneAndTheThirdTimeGivenUp() {
        add(4);
        Board.Task bad = board.next("a", 2).orElseThrow();
        board.next("a", 2).orElseThrow();
        board.lost("a");
        assertThat(board.next("b", 2)).contains(bad);
        board.next("b", 2).orElseThrow();
        assertThat(board.lost("b")).isEmpty();
        assertThat(board.next("c", 2)).contains(bad);
        // Nobody works beside it.
        assertThat(board.next("c", 2)).isEmpty();
        assertThat(board.lost("c")).containsExactly(bad);
        // The one that was beside it is not to blame.
        assertThat(board.next("d", 2)).isPresent();
    }

    @Test
    void whoLeavesInPeaceIsNoLoss() {
        add(1);
        for (int i = 0; i < 5; i++) {
            assertThat(board.next("a", 1)).isPresent();
            assertThat(board.left("a")).hasSize(1);
        }
    }

    @Test
    void theEndOfAJobTellsWhoWorksOnIt() {
        add(2);
        board.add("other", 7);
        long number = board.next("a", 1).orElseThrow().number();
        assertThat(board.end("job")).isEqualTo(Map.of("a", List.of(number)));
        assertThat(board.next("a", 2).orElseThrow().part()).isEqualTo(7);
        assertThat(board.hasWaiting()).isFalse();
    }

    @Test
    void nothingIsForgottenAndNothingCountsTwice() {
        for (long seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            var own = new Board<Integer>();
            int parts = 1 + random.nextInt(30);
            for (int part = 0; part < parts; part++) own.add("job", part);
            Map<Integer, List<Board.Task>> working = new HashMap<>();
            Set<Integer> ended = new HashSet<>();
            for (int step = 0; ended.size() < parts; step++) {
                assertThat(step).isLessThan(100_000);
                int node = random.nextInt(4);
                List<Board.Task> tasks = working.computeIfAbsent(node, _ -> new ArrayList<>());
                switch (random.nextInt(step < 2000 ? 10 : 4)) {
                    case 0, 1 -> own.next(node, 2).ifPresent(tasks::add);
                    case 2, 3 -> {
                        if (tasks.isEmpty()) continue;
                        Board.Task task = tasks.removeLast();
                        own.finished(node, task.number())
                                .ifPresent(done ->
                                        assertThat(ended.add(done.part())).isTrue());
                    }
                    case 4 -> {
                        own.lost(node)
                                .forEach(task ->
                                        assertThat(ended.add(task.part())).isTrue());
                        tasks.clear();
                    }
                    default -> own.next(node, 2).ifPresent(tasks::add);
                }
            }
            assertThat(own.hasWaiting()).isFalse();
        }
    }
}
