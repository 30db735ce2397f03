package dev.moirai.programs;

import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** Threads that are interrupted while they wait, and threads whose end others wait for. */
final class Interrupted {
    private static final Object LOCK = new Object();
    private static final int ROUNDS = 50;
    /** Long enough for another processor, and no step. */
    private static final int PAUSE = 3_000_000;

    private static int left;

    private Interrupted() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "seen" -> seen();
            case "rounds" -> rounds();
            default -> ends();
        }
    }

    /** Nobody but the thread itself clears its status, and it does not move meanwhile. */
    private static void seen() throws InterruptedException {
        Runnable[] waits = {
            () -> waits(LOCK), LockSupport::park, () -> sleeps(1_000_000), () -> joins(Thread.currentThread())
        };
        for (Runnable wait : waits) {
            var thread = new Thread(wait);
            thread.start();
            Thread.sleep(1);
            thread.interrupt();
            long sum = 0;
            for (int i = 0; i < PAUSE; i++) sum += i * sum + 1;
            System.out.println(thread.isInterrupted() + (sum == 0 ? "!" : ""));
            thread.join();
        }
    }

    /** An interrupt comes while the thread's turn does. */
    private static void rounds() throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            var thread = new Thread(() -> waits(LOCK));
            thread.start();
            thread.interrupt();
            synchronized (LOCK) {
                left++;
            }
            thread.join();
        }
        System.out.println("rounds " + left);
    }

    private static void waits(Object lock) {
        synchronized (lock) {
            try {
                lock.wait();
            } catch (InterruptedException e) {
                left = left + 0;
            }
        }
    }

    private static void sleeps(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            left = left + 0;
        }
    }

    private static void joins(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            left = left + 0;
        }
    }

    /** The executor hears of the end of its threads when these have left their last method. */
    private static void ends() {
        for (int i = 0; i < ROUNDS; i++) {
            try (var pool = Executors.newThreadPerTaskExecutor(Thread::new)) {
                pool.execute(() -> sleeps(1));
                pool.execute(() -> {});
            }
        }
        System.out.println("ended");
    }
}
