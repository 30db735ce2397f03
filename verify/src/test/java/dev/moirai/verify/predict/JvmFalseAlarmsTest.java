package dev.moirai.verify.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs in which nothing can go wrong; their names say why. */
class JvmFalseAlarmsTest {
    private static final String PROGRAMS = """
        class SafeByGate {
            static final Object G = new Object(), A = new Object(), B = new Object();
            static void one() { synchronized (G) { synchronized (A) { synchronized (B) { } } } }
            static void other() { synchronized (G) { synchronized (B) { synchronized (A) { } } } }
            public static void main(String[] a) throws Exception { Two.run(SafeByGate::one, SafeByGate::other); }
        }

        class SafeByStartAndJoin {
            static final Object A = new Object(), B = new Object();
            static int x;
            public static void main(String[] a) throws Exception {
                x = 1;
                Thread t = new Thread(() -> { synchronized (A) { synchronized (B) { x++; } } });
                t.start(); t.join();
                Thread u = new Thread(() -> { synchronized (B) { synchronized (A) { x++; } } });
                u.start(); u.join();
                assert x == 3;
            }
        }

        class SafeByVolatile {
            static int data;
            static volatile boolean ready;
            static void give() { data = 42; ready = true; }
            static void take() { while (!ready) Thread.onSpinWait(); if (data != 42) throw new IllegalStateException(); }
            public static void main(String[] a) throws Exception { Two.run(SafeByVolatile::give, SafeByVolatile::take); }
        }

        class SafeByLatch {
            static int data;
            static final CountDownLatch done = new CountDownLatch(1);
            static void give() { data = 1; done.countDown(); }
            static void take() {
                try { done.await(); } catch (InterruptedException e) { }
                if (data != 1) throw new IllegalStateException();
            }
            public static void main(String[] a) throws Exception { Two.run(SafeByLatch::take, SafeByLatch::give); }
        }

        class SafeByFuture {
            static int data;
            public static void main(String[] a) throws Exception {
                ExecutorService pool = Executors.newFixedThreadPool(2);
                data = 1;
                Future<Integer> first = pool.submit(() -> { data++; return data; });
                if (first.get() != 2) throw new IllegalStateException();
                data++;
                pool.execute(() -> data++);
                pool.shutdown();
                pool.awaitTermination(1, TimeUnit.MINUTES);
                if (data != 4) throw new IllegalStateException();
            }
        }

        class SafeByTurns {
            static int data;
            static final AtomicInteger turn = new AtomicInteger();
            static void at(int me) { while (turn.get() != me) Thread.onSpinWait(); data++; turn.incrementAndGet(); }
            public static void main(String[] a) throws Exception {
                Two.run(() -> at(0), () -> at(1));
                if (data != 2) throw new IllegalStateException();
            }
        }

        class SafeByLookingAgain {
            static final Object M = new Object();
            static boolean ready;
            static void await() {
                synchronized (M) {
                    try { while (!ready) M.wait(); } catch (InterruptedException e) { }
                    if (!ready) throw new IllegalStateException("woken for nothing");
                }
            }
            static void signal() { synchronized (M) { ready = true; M.notify(); } }
            public static void main(String[] a) throws Exception {
                Two.run(SafeByLookingAgain::await, SafeByLookingAgain::signal);
            }
        }

        /** Each hand-over orders the accesses to a place of its own. */
        class SafeByHandingOver {
            static int byQueue, byFuture, byMap, byStamp, byPhaser, byHandle, ready;
            static final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
            static final CompletableFuture<String> future = new CompletableFuture<>();
            static final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
            static final StampedLock stamp = new StampedLock();
            static final Phaser phaser = new Phaser(2);
            static final VarHandle READY;
            static {
                try {
                    READY = MethodHandles.lookup().findStaticVarHandle(SafeByHandingOver.class, "ready", int.class);
                } catch (ReflectiveOperationException e) { throw new ExceptionInInitializerError(e); }
            }
            static void stamped() {
                long s = stamp.writeLock();
                try { byStamp++; } finally { stamp.unlockWrite(s); }
            }
            static void give() {
                byQueue = 1; queue.add("x");
                byFuture = 1; future.complete("x");
                byMap = 1; map.put("x", "x");
                byHandle = 1; READY.setVolatile(1);
                stamped();
                byPhaser = 1; phaser.arriveAndAwaitAdvance();
            }
            static void take() {
                try { queue.take(); } catch (InterruptedException e) { return; }
                future.join();
                while (!map.containsKey("x")) Thread.onSpinWait();
                while ((int) READY.getVolatile() == 0) Thread.onSpinWait();
                stamped();
                phaser.arriveAndAwaitAdvance();
                if (byQueue + byFuture + byMap + byHandle + byPhaser != 5) throw new IllegalStateException();
                byQueue = byFuture = byMap = byHandle = byPhaser = 2;
            }
            public static void main(String[] a) throws Exception {
                Two.run(SafeByHandingOver::give, SafeByHandingOver::take);
                if (byStamp != 2) throw new IllegalStateException();
            }
        }

        class SafeThoughDaemonsWait {
            static int x;
            public static void main(String[] a) throws Exception {
                Thread idle = new Thread(() -> {
                    synchronized (idleMonitor) { try { idleMonitor.wait(); } catch (InterruptedException e) { } }
                });
                idle.setDaemon(true);
                idle.start();
                Thread t = new Thread(SafeThoughDaemonsWait::add);
                t.start(); add(); t.join();
                assert x == 2;
            }
            static final Object idleMonitor = new Object();
            static synchronized void add() { x++; }
        }
        """;

    @TempDir
    static Path folder;

    private static PredictedPrograms programs;

    @BeforeAll
    static void compile() throws IOException {
        programs = PredictedPrograms.compiled(folder, PROGRAMS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SafeByGate",
                "SafeByStartAndJoin",
                "SafeByVolatile",
                "SafeByLatch",
                "SafeByFuture",
                "SafeByTurns",
                "SafeByHandingOver",
                "SafeByLookingAgain",
                "SafeThoughDaemonsWait"
            })
    void whatCannotHappenIsNotReported(String main) {
        assertThat(programs.asked(main, OptionalInt.empty()).verdict()).isInstanceOf(Verdict.HoldsWithin.class);
    }
}
