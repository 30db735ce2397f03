package dev.moirai.verify.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions and data that go from thread to thread by way of the JDK: what that orders, and what it does not. */
class JvmHandedOverTest {
    private static final String SAFE = """
        class Check { static void that(boolean good) { if (!good) throw new IllegalStateException(); } }

        class SafeChain {
            static int data;
            public static void main(String[] a) {
                data = 1;
                int r = CompletableFuture.supplyAsync(() -> { data++; return data; })
                        .thenApply(x -> { data++; return x + 1; })
                        .thenApplyAsync(x -> { data++; return x + 1; })
                        .join();
                Check.that(r == 4 && data == 4);
                data++;
            }
        }

        class SafeCombination {
            static int x, y;
            public static void main(String[] a) throws Exception {
                ExecutorService p = Executors.newFixedThreadPool(2);
                CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> { x++; return x; }, p);
                CompletableFuture<Integer> g = CompletableFuture.supplyAsync(() -> { y++; return y; }, p);
                int s = f.thenCombine(g, (u, v) -> { x++; y++; return u + v; }).get();
                Check.that(s == 2 && x + y == 4);
                CompletableFuture<Void> h = CompletableFuture.runAsync(() -> x++, p);
                CompletableFuture<Void> i = CompletableFuture.runAsync(() -> y++, p);
                CompletableFuture.allOf(h, i).thenCompose(v -> CompletableFuture.runAsync(() -> x++, p)).join();
                Check.that(x + y == 7);
                p.shutdown();
            }
        }

        class SafeCompletion {
            static int x;
            public static void main(String[] a) throws Exception {
                CompletableFuture<String> f = new CompletableFuture<>();
                CompletableFuture<Void> g = f.thenAccept(s -> { Check.that(x == 1); x = 2; });
                Thread t = new Thread(() -> { x = 1; f.complete("x"); });
                t.start();
                g.join();
                Check.that(x == 2);
                t.join();
            }
        }

        class SafeFutureTask {
            static int x;
            public static void main(String[] a) throws Exception {
                FutureTask<Integer> f = new FutureTask<>(() -> { x = 1; return 1; });
                new Thread(f).start();
                f.get();
                Check.that(x == 1);
                x++;
            }
        }

        class SafeInvokeAll {
            static int[] d = new int[3];
            public static void main(String[] a) throws Exception {
                ExecutorService p = Executors.newFixedThreadPool(2);
                List<Callable<Integer>> l = new ArrayList<>();
                for (int i = 0; i < 3; i++) { int k = i; l.add(() -> { d[k] = k; return k; }); }
                p.invokeAll(l);
                Check.that(d[0] + d[1] + d[2] == 3);
                p.shutdown();
            }
        }

        class SafeParallelStream {
            static final AtomicInteger n = new AtomicInteger();
            static int[] out = new int[8];
            public static void main(String[] a) {
                java.util.stream.IntStream.range(0, 8).parallel().forEach(i -> { out[i] = i; n.incrementAndGet(); });
                int s = 0;
                for (int x : out) s += x;
                Check.that(n.get() == 8 && s == 28);
            }
        }

        class SafeThreadLocal {
            static final ThreadLocal<int[]> l = ThreadLocal.withInitial(() -> new int[1]);
            static void twice() { l.get()[0]++; l.get()[0]++; Check.that(l.get()[0] == 2); }
            public static void main(String[] a) throws Exception { Two.run(SafeThreadLocal::twice, SafeThreadLocal::twice); }
        }

        class SafeOptimisticRead {
            static volatile int x, y;
            static final StampedLock l = new StampedLock();
            public static void main(String[] a) throws Exception {
                Thread t = new Thread(() -> { long s = l.writeLock(); x++; y++; l.unlockWrite(s); });
                t.start();
                long s = l.tryOptimisticRead();
                int u = x, v = y;
                if (!l.validate(s)) { s = l.readLock(); u = x; v = y; l.unlockRead(s); }
                Check.that(u == v);
                t.join();
            }
        }

        class SafePhaser {
            static int x, y;
            public static void main(String[] a) throws Exception {
                Phaser p = new Phaser(1);
                p.register();
                Thread t = new Thread(() -> {
                    x = 1; p.arriveAndAwaitAdvance(); Check.that(y == 1); p.arriveAndDeregister();
                });
                t.start();
                y = 1;
                p.arriveAndAwaitAdvance();
                Check.that(x == 1);
                p.arriveAndDeregister();
                t.join();
            }
        }

        class SafeExchange {
            static int x, y;
            public static void main(String[] a) throws Exception {
                Exchanger<String> e = new Exchanger<>();
                Thread t = new Thread(() -> {
                    x = 1; try { e.exchange("a"); } catch (InterruptedException i) { } Check.that(y == 1);
                });
                t.start();
                y = 1;
                e.exchange("b");
                Check.that(x == 1);
                t.join();
            }
        }

        class SafeInitialiser {
            static class Holder {
                static int v = 1;
                static final int[] w = {1};
                static { v = 2; w[0] = 3; }
                static int get() { return v + w[0]; }
            }
            static void look() { Check.that(Holder.get() == 5); }
            public static void main(String[] a) throws Exception { Two.run(SafeInitialiser::look, SafeInitialiser::look); }
        }

        class SafeEntry {
            static final ConcurrentHashMap<String, int[]> m = new ConcurrentHashMap<>();
            static void add() { m.compute("x", (k, v) -> { if (v == null) v = new int[1]; v[0]++; return v; }); }
            public static void main(String[] a) throws Exception {
                Two.run(SafeEntry::add, SafeEntry::add);
                Check.that(m.get("x")[0] == 2);
            }
        }
        """;

    private static final String UNSAFE = """

        class WrittenAfterSubmit {
            static int x;
            public static void main(String[] a) throws Exception {
                ExecutorService p = Executors.newFixedThreadPool(1);
                Future<?> f = p.submit(() -> { x++; });
                x = 5;
                f.get();
                p.shutdown();
            }
        }

        class WrittenBesideChain {
            static int x;
            public static void main(String[] a) {
                CompletableFuture<Void> f = CompletableFuture.supplyAsync(() -> 1).thenAcceptAsync(v -> x++);
                x++;
                f.join();
                if (!(x == 2)) throw new IllegalStateException();
            }
        }

        class AnyIsNotAll {
            static int x, y;
            public static void main(String[] a) {
                ExecutorService p = Executors.newFixedThreadPool(2);
                CompletableFuture<Void> f = CompletableFuture.runAsync(() -> x = 1, p);
                CompletableFuture<Void> g = CompletableFuture.runAsync(() -> y = 1, p);
                CompletableFuture.anyOf(f, g).join();
                if (!(y == 1)) throw new IllegalStateException();
                p.shutdown();
            }
        }

        class CountedInStream {
            static int x;
            public static void main(String[] a) {
                java.util.stream.IntStream.range(0, 8).parallel().forEach(i -> x++);
                if (!(x == 8)) throw new IllegalStateException();
            }
        }

        class OtherEntries {
            static int x;
            static final ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
            static void add(String key) { m.computeIfAbsent(key, k -> { x++; return 1; }); }
            public static void main(String[] a) throws Exception {
                Two.run(() -> add("a"), () -> add("b"));
                if (!(x == 2)) throw new IllegalStateException();
            }
        }

        class NotValidated {
            static volatile int x, y;
            static final StampedLock l = new StampedLock();
            public static void main(String[] a) throws Exception {
                Thread t = new Thread(() -> { long s = l.writeLock(); x++; y++; l.unlockWrite(s); });
                t.start();
                long s = l.tryOptimisticRead();
                int u = x, v = y;
                if (!(u == v)) throw new IllegalStateException();
                t.join();
            }
        }

        class AfterTheAdvance {
            static int x;
            public static void main(String[] a) throws Exception {
                Phaser p = new Phaser(1);
                p.register();
                Thread t = new Thread(() -> { p.arriveAndAwaitAdvance(); x = 1; p.arriveAndDeregister(); });
                t.start();
                p.arriveAndAwaitAdvance();
                if (!(x == 0)) throw new IllegalStateException();
                p.arriveAndDeregister();
                t.join();
            }
        }

        class AfterTheExchange {
            static int x;
            public static void main(String[] a) throws Exception {
                Exchanger<String> e = new Exchanger<>();
                Thread t = new Thread(() -> { try { e.exchange("a"); } catch (InterruptedException i) { } x++; });
                t.start();
                e.exchange("b");
                x++;
                t.join();
                if (!(x == 2)) throw new IllegalStateException();
            }
        }
        """;

    @TempDir
    static Path folder;

    private static PredictedPrograms programs;

    @BeforeAll
    static void compile() throws IOException {
        programs = PredictedPrograms.compiled(folder, SAFE + UNSAFE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SafeChain",
                "SafeCombination",
                "SafeCompletion",
                "SafeFutureTask",
                "SafeInvokeAll",
                "SafeParallelStream",
                "SafeThreadLocal",
                "SafeOptimisticRead",
                "SafePhaser",
                "SafeExchange",
                "SafeInitialiser",
                "SafeEntry"
            })
    void whatIsOrderedIsNotReported(String main) {
        assertThat(programs.asked(main, OptionalInt.empty()).verdict()).isInstanceOf(Verdict.HoldsWithin.class);
    }

    @ParameterizedTest
    @CsvSource({
        "WrittenAfterSubmit, data-race",
        "WrittenBesideChain, exception",
        "AnyIsNotAll, exception",
        "CountedInStream, exception",
        "OtherEntries, exception",
        "NotValidated, exception",
        "AfterTheAdvance, exception",
        "AfterTheExchange, exception"
    })
    void whatIsNotOrderedIsFound(String main, String property) {
        assertThat(programs.found(main)).contains(property);
    }
}
