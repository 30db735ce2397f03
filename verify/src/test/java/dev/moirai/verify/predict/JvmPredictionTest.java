package dev.moirai.verify.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.jvm.JvmReplay;
import dev.moirai.verify.jvm.JvmTrial;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Predicted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Predictions from runs of Java programs: what one run nearly did, and what no order of its steps can do. */
class JvmPredictionTest {
    /** Each class has a main; the names of those that must stay silent say what keeps them from failing. */
    private static final String PROGRAMS = """
        import java.lang.invoke.*;
        import java.util.*;
        import java.util.concurrent.*;
        import java.util.concurrent.atomic.*;
        import java.util.concurrent.locks.*;

        class Two {
            static void run(Runnable a, Runnable b) throws Exception {
                Thread t = new Thread(a), u = new Thread(b);
                t.start(); u.start(); t.join(); u.join();
            }
        }

        class LostUpdate {
            static int n;
            static void add() { int x = n; n = x + 1; }
            public static void main(String[] a) throws Exception {
                Two.run(LostUpdate::add, LostUpdate::add);
                assert n == 2 : n;
            }
        }

        class LockCycle {
            static final Object A = new Object();
            static final ReentrantLock B = new ReentrantLock();
            static void one() { synchronized (A) { B.lock(); B.unlock(); } }
            static void other() { B.lock(); synchronized (A) { } B.unlock(); }
            public static void main(String[] a) throws Exception { Two.run(LockCycle::one, LockCycle::other); }
        }

        class NullReference {
            static volatile String name = "x";
            static void use() { if (name != null) name.length(); }
            static void drop() { name = null; }
            public static void main(String[] a) throws Exception { Two.run(NullReference::use, NullReference::drop); }
        }

        class BrokenBlock {
            static int seen;
            static synchronized void count() { int x = seen; seen = x + 1; }
            static void reset() { seen = 5; }
            public static void main(String[] a) throws Exception { Two.run(BrokenBlock::count, BrokenBlock::reset); }
        }

        class LostSignal {
            static final Object M = new Object();
            static void await() { synchronized (M) { try { M.wait(); } catch (InterruptedException e) { } } }
            static void signal() { synchronized (M) { M.notify(); } }
            public static void main(String[] a) throws Exception { Two.run(LostSignal::await, LostSignal::signal); }
        }

        class LostUpdateOfAtomic {
            static final AtomicInteger n = new AtomicInteger();
            static void add() { int x = n.get(); n.set(x + 1); }
            public static void main(String[] a) throws Exception {
                Two.run(LostUpdateOfAtomic::add, LostUpdateOfAtomic::add);
                if (n.get() != 2) throw new IllegalStateException("lost");
            }
        }

        class Overdraft {
            static int balance = 100;
            static synchronized boolean has(int n) { return balance >= n; }
            static synchronized void take(int n) {
                balance -= n;
                if (balance < 0) throw new IllegalStateException("overdrawn");
            }
            static void withdraw(int n) { if (has(n)) take(n); }
            public static void main(String[] a) throws Exception {
                Two.run(() -> withdraw(80), () -> withdraw(70));
            }
        }

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

        class LostUpdateByHandle {
            static int n;
            static final VarHandle N;
            static {
                try {
                    N = MethodHandles.lookup().findStaticVarHandle(LostUpdateByHandle.class, "n", int.class);
                } catch (ReflectiveOperationException e) { throw new ExceptionInInitializerError(e); }
            }
            static void add() { int x = (int) N.getVolatile(); N.setVolatile(x + 1); }
            public static void main(String[] a) throws Exception {
                Two.run(LostUpdateByHandle::add, LostUpdateByHandle::add);
                if (n != 2) throw new IllegalStateException("lost");
            }
        }

        /** Each of the four exceptions needs what such a call writes in another order. */
        class AtomicFunctions {
            static final AtomicInteger n = new AtomicInteger();
            static final AtomicInteger most = new AtomicInteger();
            static int bits;
            static final VarHandle BITS;
            static final AtomicIntegerFieldUpdater<AtomicFunctions> FIELD =
                    AtomicIntegerFieldUpdater.newUpdater(AtomicFunctions.class, "own");
            static final AtomicFunctions it = new AtomicFunctions();
            volatile int own;
            static {
                try {
                    BITS = MethodHandles.lookup().findStaticVarHandle(AtomicFunctions.class, "bits", int.class);
                } catch (ReflectiveOperationException e) { throw new ExceptionInInitializerError(e); }
            }
            static void one() {
                n.getAndUpdate(old -> 2 * old + 1);
                most.getAndAccumulate(2, Integer::max);
                BITS.getAndBitwiseOr(2);
                FIELD.getAndAdd(it, 2);
            }
            static void other() {
                n.accumulateAndGet(3, (a, b) -> a + b);
                if (n.get() == 3) throw new IllegalStateException("n");
                most.set(1);
                if (most.get() == 2) throw new IllegalStateException("most");
                BITS.getAndBitwiseXor(3);
                if ((int) BITS.getVolatile() == 3) throw new IllegalStateException("bits");
                FIELD.set(it, 1);
                if (FIELD.get(it) == 3) throw new IllegalStateException("field");
            }
            public static void main(String[] a) throws Exception {
                Two.run(AtomicFunctions::one, AtomicFunctions::other);
            }
        }

        /** Both exceptions need what is in a box. */
        class LostUpdateOfBoxes {
            static volatile Integer n = 0;
            static volatile Long sum = 0L;
            static void add() { n = n + 1; sum += -5; }
            public static void main(String[] a) throws Exception {
                Two.run(LostUpdateOfBoxes::add, LostUpdateOfBoxes::add);
                if (n != 2) throw new IllegalStateException("n");
                if (sum != -10) throw new IllegalStateException("sum");
            }
        }

        class Ancestor { int a, b, c, d, e, f, g, h, i, j, k, l, m, n; }
        class Parent extends Ancestor { }

        class LostUpdateOfInherited extends Parent {
            static final LostUpdateOfInherited it = new LostUpdateOfInherited();
            void add() {
                a = b + 1; c = d + 1; e = f + 1; g = h + 1; i = j + 1; k = l + 1; m = a;
                n = n + 1;
            }
            public static void main(String[] args) throws Exception {
                Two.run(it::add, it::add);
                assert it.n == 2 : it.n;
            }
        }

        class WaitsOnceOnly {
            static final Object M = new Object();
            static boolean ready;
            static void await() {
                synchronized (M) {
                    try { if (!ready) M.wait(); } catch (InterruptedException e) { }
                    if (!ready) throw new IllegalStateException("woken for nothing");
                }
            }
            static void signal() { synchronized (M) { ready = true; M.notify(); } }
            public static void main(String[] a) throws Exception { Two.run(WaitsOnceOnly::await, WaitsOnceOnly::signal); }
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

        class MapOfOneThread {
            static final Map<String, Integer> known = new HashMap<>();
            public static void main(String[] a) throws Exception {
                Two.run(() -> known.put("a", 1), () -> known.put("b", 1));
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

    @BeforeAll
    static void compile() throws IOException {
        Path source = Files.writeString(folder.resolve("Programs.java"), PROGRAMS);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-g", "-d", folder.toString(), source.toString());
        assertThat(status).isZero();
    }

    private static Answer asked(String main, OptionalInt runs) {
        Set<Property> properties = new LinkedHashSet<>(List.of(
                Property.ASSERTION, Property.EXCEPTION, Property.ATOMICITY, Property.DATA_RACE, Property.DEADLOCK));
        return FreshPrediction.of(folder, main, properties, runs);
    }

    private static Set<String> found(Answer answer) {
        var words = new TreeSet<String>();
        if (answer.evidence() instanceof Evidence.Predictions(var _, var found)) {
            for (Predicted each : found) words.add(each.violation().property().word());
        }
        return words;
    }

    /** What was found is found again by its witness alone, in a JVM of its own. */
    @Test
    void witnessesReplay() {
        for (String program : List.of("LostUpdate", "LockCycle", "BrokenBlock")) {
            Answer answer = asked(program, OptionalInt.empty());
            if (!(answer.evidence() instanceof Evidence.Predictions(var _, var found))) throw new AssertionError();
            for (Predicted each : found) {
                Answer again = JvmReplay.answer(
                        each.witness().get(), 1, JvmTrial.Printing.DISCARDED, Budget.of(Optional.empty()));
                assertThat(again.verdict())
                        .as("%s: %s", program, each.violation())
                        .isInstanceOf(Verdict.Violated.class);
            }
        }
    }

    @Test
    void aLostUpdateFailsAnAssertion() {
        assertThat(found(asked("LostUpdate", OptionalInt.empty()))).containsExactly("assertion", "data-race");
    }

    @Test
    void locksOfBothKindsMakeACycle() {
        assertThat(found(asked("LockCycle", OptionalInt.empty()))).containsExactly("deadlock");
    }

    @Test
    void aReferenceBecomesNullBetweenCheckAndUse() {
        assertThat(found(asked("NullReference", OptionalInt.empty()))).containsExactly("exception");
    }

    @Test
    void aSynchronizedBlockIsBroken() {
        assertThat(found(asked("BrokenBlock", OptionalInt.empty()))).containsExactly("atomicity", "data-race");
    }

    @Test
    void aSignalComesBeforeItsWait() {
        assertThat(found(asked("LostSignal", OptionalInt.empty()))).containsExactly("deadlock");
    }

    @Test
    void whatIsAtomicAloneIsNotTogether() {
        assertThat(found(asked("LostUpdateOfAtomic", OptionalInt.empty()))).containsExactly("exception");
    }

    @Test
    void aHandleOfAFieldIsTheField() {
        assertThat(found(asked("LostUpdateByHandle", OptionalInt.empty()))).containsExactly("exception");
    }

    @Test
    void functionsOfAtomicsAreFollowed() {
        Answer answer = asked("AtomicFunctions", OptionalInt.empty());
        if (!(answer.evidence() instanceof Evidence.Predictions(var _, var found))) throw new AssertionError();
        assertThat(found).extracting(each -> each.violation().headline()).hasSize(4);
    }

    @Test
    void whatIsInABoxIsFollowed() {
        Answer answer = asked("LostUpdateOfBoxes", OptionalInt.empty());
        if (!(answer.evidence() instanceof Evidence.Predictions(var _, var found))) throw new AssertionError();
        assertThat(found).extracting(each -> each.violation().headline()).hasSize(2);
    }

    @Test
    void fieldsAreInherited() {
        assertThat(found(asked("LostUpdateOfInherited", OptionalInt.empty()))).contains("assertion", "data-race");
    }

    @Test
    void aWaitMayEndForNoReason() {
        assertThat(found(asked("WaitsOnceOnly", OptionalInt.empty()))).containsExactly("exception");
    }

    @Test
    void aMapThatIsNotMadeForThreadsRaces() {
        assertThat(found(asked("MapOfOneThread", OptionalInt.empty()))).containsExactly("data-race");
    }

    @Test
    void aBranchNotTakenIsExplored() {
        assertThat(found(asked("Overdraft", OptionalInt.empty()))).isEmpty();
        assertThat(found(asked("Overdraft", OptionalInt.of(10)))).containsExactly("exception");
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
        assertThat(asked(main, OptionalInt.empty()).verdict()).isInstanceOf(Verdict.HoldsWithin.class);
    }
}
