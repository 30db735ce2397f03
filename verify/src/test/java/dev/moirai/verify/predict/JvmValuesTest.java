package dev.moirai.verify.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.witness.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What programs compute is followed, so that values of other orders are known: atomics, handles, boxes, numbers of all kinds. */
class JvmValuesTest {
    private static final String PROGRAMS = """
        class LostUpdateOfAtomic {
            static final AtomicInteger n = new AtomicInteger();
            static void add() { int x = n.get(); n.set(x + 1); }
            public static void main(String[] a) throws Exception {
                Two.run(LostUpdateOfAtomic::add, LostUpdateOfAtomic::add);
                if (n.get() != 2) throw new IllegalStateException("lost");
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

        /** Each exception needs what is computed with floating-point numbers. */
        class LostUpdateOfDoubles {
            static double sum = 10.5;
            static float rate = 1.5f;
            static synchronized double sum() { return sum; }
            static synchronized void sum(double now) { sum = now; }
            static void take(double part) { double seen = sum(); sum(seen - part); }
            static synchronized void raise() { rate = rate * 2; }
            static synchronized void charge(int n) { if (rate * n < 9) throw new IllegalStateException("charged"); }
            public static void main(String[] a) throws Exception {
                Two.run(() -> { take(4.25); raise(); }, () -> { take(2.5); charge(3); });
                if (sum() > 3.75) throw new IllegalStateException("left");
            }
        }
        """;

    @TempDir
    static Path folder;

    private static PredictedPrograms programs;

    @BeforeAll
    static void compile() throws IOException {
        programs = PredictedPrograms.compiled(folder, PROGRAMS);
    }

    @Test
    void whatIsAtomicAloneIsNotTogether() {
        assertThat(programs.found("LostUpdateOfAtomic")).containsExactly("exception");
    }

    @Test
    void aHandleOfAFieldIsTheField() {
        assertThat(programs.found("LostUpdateByHandle")).containsExactly("exception");
    }

    @Test
    void functionsOfAtomicsAreFollowed() {
        Answer answer = programs.asked("AtomicFunctions", OptionalInt.empty());
        assertThat(PredictedPrograms.predicted(answer))
                .extracting(each -> each.violation().headline())
                .hasSize(4);
    }

    @Test
    void whatIsInABoxIsFollowed() {
        Answer answer = programs.asked("LostUpdateOfBoxes", OptionalInt.empty());
        assertThat(PredictedPrograms.predicted(answer))
                .extracting(each -> each.violation().headline())
                .hasSize(2);
    }

    @Test
    void fieldsAreInherited() {
        assertThat(programs.found("LostUpdateOfInherited")).contains("assertion", "data-race");
    }

    @Test
    void floatingPointNumbersAreFollowed() {
        Answer answer = programs.asked("LostUpdateOfDoubles", OptionalInt.empty());
        assertThat(PredictedPrograms.predicted(answer))
                .extracting(each -> each.violation().headline())
                .hasSize(2);
    }
}
