package dev.moirai.programs;

import java.util.concurrent.Executors;

/** Two virtual threads lose an update in some schedules; then main throws. */
final class Virtual {
    private static int count;

    private Virtual() {}

    public static void main(String[] args) throws Exception {
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2; i++) pool.submit(() -> count++);
        }
        if (count != 2) throw new IllegalStateException("lost: " + count);
    }
}
