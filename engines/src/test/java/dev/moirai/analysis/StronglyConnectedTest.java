package dev.moirai.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StronglyConnectedTest {
    /** {@code edges[n]}: where edges of n lead. */
    private static StronglyConnected of(int[][] edges) {
        return StronglyConnected.from(IntStream.range(0, edges.length), edges.length, graph(edges));
    }

    private static StronglyConnected.Graph graph(int[][] edges) {
        return new StronglyConnected.Graph() {
            @Override
            public int places(int node) {
                return edges[node].length;
            }

            @Override
            public int target(int node, int place) {
                return edges[node][place];
            }
        };
    }

    @Test
    void aCycleIsOneComponentAndAChainIsNone() {
        var connected = of(new int[][] {{1}, {2}, {1, 3}, {}});
        assertThat(connected.cycles()).containsExactly(BitSet.valueOf(new long[] {0b0110}));
        assertThat(connected.component(1)).isEqualTo(connected.component(2));
        assertThat(connected.components()).isEqualTo(3);
    }

    @Test
    void aNodeWithAnEdgeToItselfIsACycle() {
        assertThat(of(new int[][] {{0, StronglyConnected.NONE}, {0}}).cycles())
                .containsExactly(BitSet.valueOf(new long[] {1}));
    }

    @Test
    void whatTheRootsDoNotReachIsLeftOut() {
        var connected = StronglyConnected.from(IntStream.of(1), 3, graph(new int[][] {{0, 1}, {2}, {}}));
        assertThat(connected.isReached(0)).isFalse();
        assertThat(connected.component(0)).isEqualTo(StronglyConnected.NONE);
        assertThat(connected.cycles()).isEmpty();
    }

    @Test
    void depthIsNoProblem() {
        int[][] ring = new int[200_000][];
        for (int i = 0; i < ring.length; i++) ring[i] = new int[] {(i + 1) % ring.length};
        assertThat(of(ring).components()).isEqualTo(1);
    }

    /** Two nodes are together exactly if each reaches the other; no edge leads to a higher component. */
    @Test
    void agreesWithReachability() {
        for (int seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            int[][] edges = new int[1 + random.nextInt(9)][];
            for (int i = 0; i < edges.length; i++) {
                edges[i] = random.ints(random.nextInt(4), 0, edges.length).toArray();
            }
            boolean[][] reaches = closure(edges);
            var connected = of(edges);
            for (int a = 0; a < edges.length; a++) {
                assertThat(connected.cyclic().get(connected.component(a))).isEqualTo(reaches[a][a]);
                for (int b = 0; b < edges.length; b++) {
                    boolean together = a == b || (reaches[a][b] && reaches[b][a]);
                    assertThat(connected.component(a) == connected.component(b)).isEqualTo(together);
                    if (reaches[a][b])
                        assertThat(connected.component(a)).isGreaterThanOrEqualTo(connected.component(b));
                }
            }
        }
    }

    private static boolean[][] closure(int[][] edges) {
        boolean[][] reaches = new boolean[edges.length][edges.length];
        for (int i = 0; i < edges.length; i++) for (int to : edges[i]) reaches[i][to] = true;
        for (int k = 0; k < edges.length; k++) {
            for (int i = 0; i < edges.length; i++) {
                for (int j = 0; j < edges.length; j++) reaches[i][j] |= reaches[i][k] && reaches[k][j];
            }
        }
        return reaches;
    }
}
