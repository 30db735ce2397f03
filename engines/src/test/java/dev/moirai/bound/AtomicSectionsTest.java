package dev.moirai.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.property.CutReason;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AtomicSectionsTest {
    private static final SourceSpan HERE = new SourceSpan("f.c", 7, 1);
    private static final Instr BEGIN = new Instr.AtomicBegin(HERE);
    private static final Instr END = new Instr.AtomicEnd(HERE);
    private static final Instr YIELD = new Instr.Yield(HERE);

    private static Instr label(String name) {
        return new Instr.Label(name, HERE);
    }

    private static Instr jump(String name) {
        return new Instr.Goto(name, HERE);
    }

    private static Instr branch(String whenTrue, String whenFalse) {
        return new Instr.Branch(Expr.TRUE, whenTrue, whenFalse, HERE);
    }

    @Test
    void aSectionThatEndsInTwoPlaces() {
        var sections = AtomicSections.of(List.of(
                BEGIN,
                YIELD,
                branch("a", "b"),
                label("a"),
                END,
                jump("out"),
                label("b"),
                YIELD,
                END,
                label("out"),
                YIELD));
        assertThat(sections.isInside(0)).isFalse();
        assertThat(sections.isInside(4)).isTrue();
        assertThat(sections.isInside(5)).isFalse();
        assertThat(sections.isInside(7))
                .as("above it stands an end, on another way")
                .isTrue();
        assertThat(sections.isInside(10)).isFalse();
        assertThat(sections.endingAt(4).stream()).containsExactly(0, 1, 3);
        assertThat(sections.endingAt(8).stream()).containsExactly(0, 1, 6, 7);
    }

    @Test
    void whatStandsBelowABeginningNeedNotBeInside() {
        var sections = AtomicSections.of(List.of(
                branch("a", "b"),
                label("a"),
                BEGIN,
                jump("c"),
                label("b"),
                YIELD,
                jump("d"),
                label("c"),
                END,
                label("d")));
        assertThat(sections.isInside(5)).isFalse();
        assertThat(sections.isInside(8)).isTrue();
    }

    @Test
    void aPlaceReachedBothWaysIsRefusedByName() {
        assertThatThrownBy(() -> AtomicSections.of(
                        List.of(branch("a", "b"), label("a"), BEGIN, jump("b"), label("b"), YIELD, END)))
                .isInstanceOf(Unencodable.class)
                .hasMessageContaining("atomic section");
    }

    @Test
    void whatStandsBelowAnEndIsNotReachedFromIt() {
        var sections = AtomicSections.of(List.of(
                branch("a", "b"),
                label("a"),
                BEGIN,
                new Instr.Cut(new CutReason.Threads(1), HERE),
                label("b"),
                YIELD,
                BEGIN,
                branch("c", "d"),
                label("c"),
                new Instr.ExitThread(Expr.constant(Type.VOID_POINTER, 0), HERE),
                label("d"),
                END));
        assertThat(sections.isInside(5)).isFalse();
        assertThat(sections.isInside(11)).isTrue();
    }

    @Test
    void aThreadMayEndInsideAndOutside() {
        var body = List.of(
                branch("a", "end"),
                label("a"),
                BEGIN,
                jump("end"),
                label("end"),
                new Instr.Return(Optional.empty(), HERE));
        assertThat(AtomicSections.of(body).isInside(4)).isFalse();
        assertThat(AtomicSections.of(body).isInside(5)).isFalse();
    }
}
