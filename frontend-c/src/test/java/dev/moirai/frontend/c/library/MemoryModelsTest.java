package dev.moirai.frontend.c.library;

import static dev.moirai.frontend.c.library.FakeCall.address;
import static dev.moirai.frontend.c.library.FakeCall.local;
import static dev.moirai.frontend.c.library.FakeCall.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Type;
import dev.moirai.source.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryModelsTest {
    private static final Layout MIXED = new Layout(
            "mixed",
            Layout.Kind.STRUCT,
            List.of(
                    new Layout.Field("c", new Type.Int(8, true), 0),
                    new Layout.Field("p", Type.VOID_POINTER, 8),
                    new Layout.Field("a", new Type.Array(Type.I32, 2), 16)),
            24,
            8);
    private static final Type STRUCT = new Type.Struct("mixed");

    private static Expr bytes(long count) {
        return Expr.constant(Type.U64, count);
    }

    @Test
    void copyingAStructCopiesItsMembers() {
        String text = new FakeCall("memcpy", address("to", STRUCT), address("from", STRUCT), bytes(24))
                .with(MIXED)
                .text();
        assertThat(text.lines().filter(line -> line.contains("load")).count()).isEqualTo(4);
        assertThat(text.lines().filter(line -> line.startsWith("store")).count())
                .isEqualTo(4);
    }

    @Test
    void settingAStructSetsItsPaddingToo() {
        String text = new FakeCall("memset", address("to", STRUCT), number(0), bytes(24))
                .with(MIXED)
                .text();
        assertThat(text.lines().filter(line -> line.startsWith("store")).count())
                .isEqualTo(4 + 7);
    }

    @Test
    void elementsAreCopiedWhole() {
        for (String function : new String[] {"memcpy", "memmove"}) {
            for (int count : new int[] {1, 5, 100}) {
                var call =
                        new FakeCall(function, address("to", Type.I32), address("from", Type.I32), bytes(4L * count));
                call.call();
                var run = new StraightRun(call.sizes());
                for (int i = 0; i < count; i++) run.write(run.address("from") + 4L * i, Type.I32, i * 1000003);
                run.run(call.body);
                for (int i = 0; i < count; i++) {
                    assertThat(run.read(run.address("to") + 4L * i, Type.I32)).isEqualTo(i * 1000003);
                }
            }
        }
    }

    @Test
    void overlappingBlocksAreMovedInTheRightDirection() {
        for (int shift : new int[] {-1, 0, 1}) {
            for (int count : new int[] {4, 60}) {
                var to = local("to", new Type.Pointer(Type.I32));
                var from = local("from", new Type.Pointer(Type.I32));
                var call = new FakeCall("memmove", to, from, bytes(4L * count));
                call.call();
                var run = new StraightRun(call.sizes());
                long base = 4096;
                for (int i = 0; i < count; i++) run.write(base + 4L * i, Type.I32, i);
                run.set(from, base);
                run.set(to, base + 4L * shift);
                run.run(call.body);
                for (int i = 0; i < count; i++) {
                    assertThat(run.read(base + 4L * (i + shift), Type.I32)).isEqualTo(i);
                }
            }
        }
    }

    @Test
    void bytesAreLeftToC() {
        assertThat(new FakeCall("memcpy", address("to", Type.I32), address("from", Type.U8), bytes(4)).text())
                .contains("call __moirai_memcpy");
        assertThat(new FakeCall("memset", address("to", Type.I32), local("v", Type.I32), bytes(4)).text())
                .contains("call __moirai_memset");
        assertThat(new FakeCall("memcpy", address("to", Type.I32), address("from", Type.I32), bytes(3)).text())
                .contains("call __moirai_memcpy");
    }

    @Test
    void aSizeKnownOnlyLaterIsTriedInElements() {
        assertThat(new FakeCall("memcpy", address("to", Type.I32), address("from", Type.I32), local("n", Type.U64))
                        .text())
                .contains("%", "call __moirai_memcpy", "load");
    }

    @Test
    void comparingPaddingIsRefused() {
        assertThatThrownBy(
                        new FakeCall("memcmp", address("l", STRUCT), address("r", STRUCT), bytes(24)).with(MIXED)::call)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("padding");
    }

    @Test
    void allocationMayFailIfTheUserWantsIt() {
        assertThat(new FakeCall("malloc", bytes(8)).text()).doesNotContain("null");
        var options = new LibraryOptions(LibraryOptions.Allocation.MAY_FAIL, LibraryOptions.DEFAULT.wakeup());
        assertThat(new FakeCall("malloc", bytes(8)).with(options).text()).contains("any bool", "= null");
    }

    @Test
    void aProductThatOverflowsIsNotServed() {
        assertThat(new FakeCall("calloc", bytes(1L << 40), bytes(1L << 40)).text())
                .isEqualTo("call __moirai_set_errno(12)\n-> null");
        assertThat(new FakeCall("calloc", bytes(3), bytes(8)).text()).contains("24u bytes");
        assertThat(new FakeCall("calloc", local("n", Type.U64), bytes(8)).text())
                .contains("= null");
    }

    @Test
    void reallocOfNullAllocatesAndOfAnObjectResizes() {
        assertThat(new FakeCall("realloc", local("p", Type.VOID_POINTER), bytes(8)).text())
                .contains("resize", "new heap")
                .doesNotContain("free");
        assertThat(new FakeCall("realloc", local("p", Type.VOID_POINTER), local("n", Type.U64)).text())
                .contains("free", "resize", "new heap");
    }
}
