package dev.moirai.programs;

import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;

/** Waits that end for no reason, and selectors without a channel. */
final class Wakes {
    private static final Object LOCK = new Object();
    private static int ready;
    private static int time;

    private Wakes() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "wait" ->
                once(() -> {
                    synchronized (LOCK) {
                        LOCK.wait();
                        if (ready == 0) throw new IllegalStateException("woken for nothing");
                    }
                });
            case "park" ->
                once(() -> {
                    LockSupport.park();
                    if (ready == 0) throw new IllegalStateException("woken for nothing");
                });
            case "loop" -> once(() -> {
                synchronized (LOCK) {
                    while (ready == 0) LOCK.wait();
                }
            });
            case "spin" -> {
                new Thread(() -> ready = 1).start();
                while (ready == 0) Thread.yield();
            }
            case "select" -> {
                try (Selector selector = Selector.open()) {
                    var other = new Thread(() -> selector.wakeup());
                    other.start();
                    System.out.println("selected " + selector.select());
                    other.join();
                    System.out.println("interrupted " + interrupted(selector));
                    selector.select();
                }
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private interface Waiting {
        void run() throws Exception;
    }

    private static void once(Waiting waiting) throws Exception {
        var waiter = new Thread(() -> {
            try {
                waiting.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        waiter.start();
        for (int i = 0; i < 40; i++) time++;
        synchronized (LOCK) {
            ready = 1;
            LOCK.notify();
        }
        LockSupport.unpark(waiter);
        waiter.join();
    }

    private static boolean interrupted(Selector selector) throws Exception {
        Thread me = Thread.currentThread();
        new Thread(me::interrupt).start();
        selector.select();
        return Thread.interrupted();
    }
}
