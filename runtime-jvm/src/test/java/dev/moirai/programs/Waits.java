package dev.moirai.programs;

import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/** Waits in every way that the JDK offers, and prints what came of it: the same for every schedule but the last lines. */
final class Waits {
    private static final Object LOCK = new Object();
    private static int counter;

    private Waits() {}

    private static synchronized void increment() {
        counter++;
    }

    public static void main(String[] args) throws Exception {
        monitors();
        pool();
        System.out.println("future "
                + CompletableFuture.supplyAsync(() -> 40)
                        .thenApplyAsync(x -> x + 2)
                        .get());
        System.out.println("stream " + IntStream.range(0, 1000).parallel().sum());
        waitAndNotify();
        handOvers();
        time();
        chance();
    }

    private static void monitors() throws InterruptedException {
        var threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 30; k++) increment();
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println("monitors " + counter);
    }

    private static void pool() throws Exception {
        var lock = new ReentrantLock();
        int[] count = {0};
        var pool = Executors.newFixedThreadPool(3);
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            futures.add(pool.submit(() -> {
                lock.lock();
                try {
                    count[0]++;
                } finally {
                    lock.unlock();
                }
            }));
        }
        for (Future<?> future : futures) future.get();
        pool.shutdown();
        System.out.println("pool " + count[0] + " " + pool.awaitTermination(10, TimeUnit.SECONDS));
    }

    private static void waitAndNotify() throws InterruptedException {
        Runnable waiting = () -> {
            synchronized (LOCK) {
                try {
                    LOCK.wait();
                    System.out.println("notified");
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            }
        };
        var notified = new Thread(waiting);
        notified.start();
        Thread.sleep(1_000_000);
        synchronized (LOCK) {
            LOCK.notify();
        }
        notified.join();
        var interrupted = new Thread(waiting);
        interrupted.start();
        Thread.sleep(1_000_000);
        interrupted.interrupt();
        interrupted.join();
        synchronized (LOCK) {
            LOCK.wait(1_000_000);
        }
        System.out.println("timed out");
    }

    private static void handOvers() throws Exception {
        var latch = new CountDownLatch(2);
        new Thread(latch::countDown).start();
        new Thread(latch::countDown).start();
        latch.await();
        var queue = new ArrayBlockingQueue<Integer>(1);
        new Thread(() -> {
                    try {
                        for (int i = 0; i < 5; i++) queue.put(i);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .start();
        int sum = 0;
        for (int i = 0; i < 5; i++) sum += queue.take();
        var barrier = new CyclicBarrier(2);
        var other = new Thread(() -> {
            try {
                barrier.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        barrier.await();
        other.join();
        System.out.println("handed over " + sum);
    }

    private static void time() throws Exception {
        var semaphore = new Semaphore(0);
        long began = System.nanoTime();
        new Thread(() -> {
                    try {
                        Thread.sleep(100_000);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    semaphore.release();
                })
                .start();
        semaphore.acquire();
        System.out.println("slept " + (System.nanoTime() - began) / 1_000_000_000);
        System.out.println("tried " + semaphore.tryAcquire(5, TimeUnit.SECONDS));
        var ticks = new AtomicInteger();
        var scheduled = Executors.newScheduledThreadPool(1);
        scheduled.scheduleAtFixedRate(ticks::incrementAndGet, 1, 1, TimeUnit.SECONDS);
        Thread.sleep(10_500);
        scheduled.shutdownNow();
        System.out.println("ticks " + ticks);
        var timer = new Timer(true);
        var rung = new CountDownLatch(3);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        rung.countDown();
                    }
                },
                10,
                10);
        rung.await();
        timer.cancel();
    }

    private static void chance() {
        Set<Object> objects = new HashSet<>();
        for (int i = 0; i < 5; i++) objects.add(new Object());
        var text = new StringBuilder();
        for (Object object : objects)
            text.append(System.identityHashCode(object)).append(' ');
        System.out.println(text.toString() + new Random().nextInt() + " "
                + ThreadLocalRandom.current().nextInt() + " " + Math.random() + " " + Set.of("a", "b", "c", "d") + " "
                + new Date().getTime());
    }
}
