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

/** What everybody writes, and rightly: pools that are left idle, barriers, semaphores, bounded queues, read-write locks. */
class JvmCustomaryTest {
    private static final String PROGRAMS = """
        class SafeIdlePool {
            static int data;
            public static void main(String[] a) throws Exception {
                ExecutorService pool = Executors.newFixedThreadPool(2);
                Future<?> one = pool.submit(() -> { synchronized (SafeIdlePool.class) { data++; } });
                Future<?> other = pool.submit(() -> { synchronized (SafeIdlePool.class) { data++; } });
                one.get();
                other.get();
                if (data != 2) throw new IllegalStateException();
            }
        }

        class SafeByBarrier {
            static final int[] parts = new int[2];
            static final CyclicBarrier barrier = new CyclicBarrier(2);
            static void work(int me) {
                try {
                    parts[me] = me + 1;
                    barrier.await();
                    int sum = parts[0] + parts[1];
                    barrier.await();
                    parts[me] = sum;
                    if (sum != 3) throw new IllegalStateException();
                } catch (InterruptedException | BrokenBarrierException e) { throw new IllegalStateException(e); }
            }
            public static void main(String[] a) throws Exception {
                Two.run(() -> work(0), () -> work(1));
            }
        }

        class SafeBySemaphore {
            static int data;
            static final Semaphore permit = new Semaphore(1);
            static void add() {
                permit.acquireUninterruptibly();
                try { data++; } finally { permit.release(); }
            }
            public static void main(String[] a) throws Exception {
                Two.run(SafeBySemaphore::add, SafeBySemaphore::add);
                if (data != 2) throw new IllegalStateException();
            }
        }

        class SafeByReadWriteLock {
            static int data, copy;
            static final ReadWriteLock lock = new ReentrantReadWriteLock();
            static void set() {
                lock.writeLock().lock();
                try { data = 1; copy = 1; } finally { lock.writeLock().unlock(); }
            }
            static void look() {
                lock.readLock().lock();
                try { if (data != copy) throw new IllegalStateException(); } finally { lock.readLock().unlock(); }
            }
            public static void main(String[] a) throws Exception {
                Two.run(SafeByReadWriteLock::set, SafeByReadWriteLock::look);
            }
        }

        class SafeByBoundedQueue {
            static final BlockingQueue<int[]> queue = new ArrayBlockingQueue<>(1);
            static void produce() {
                try {
                    for (int i = 0; i < 3; i++) {
                        int[] item = new int[1];
                        item[0] = i;
                        queue.put(item);
                    }
                } catch (InterruptedException e) { throw new IllegalStateException(e); }
            }
            static void consume() {
                try {
                    for (int i = 0; i < 3; i++) if (queue.take()[0]++ != i) throw new IllegalStateException();
                } catch (InterruptedException e) { throw new IllegalStateException(e); }
            }
            public static void main(String[] a) throws Exception {
                Two.run(SafeByBoundedQueue::produce, SafeByBoundedQueue::consume);
            }
        }

        class SafeByCondition {
            static int data;
            static boolean isFull;
            static final Lock lock = new ReentrantLock();
            static final Condition changed = lock.newCondition();
            static void put() {
                lock.lock();
                try { data = 1; isFull = true; changed.signalAll(); } finally { lock.unlock(); }
            }
            static void take() {
                lock.lock();
                try {
                    while (!isFull) changed.awaitUninterruptibly();
                    if (data != 1) throw new IllegalStateException();
                } finally { lock.unlock(); }
            }
            public static void main(String[] a) throws Exception { Two.run(SafeByCondition::take, SafeByCondition::put); }
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
                "SafeIdlePool",
                "SafeByBarrier",
                "SafeBySemaphore",
                "SafeByReadWriteLock",
                "SafeByBoundedQueue",
                "SafeByCondition"
            })
    void isNotReported(String main) {
        assertThat(programs.asked(main, OptionalInt.empty()).verdict()).isInstanceOf(Verdict.HoldsWithin.class);
    }
}
