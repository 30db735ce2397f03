package dev.moirai.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of small pieces of C. */
class TranslationTest {
    @Test
    void everyAccessToMemoryIsAnInstruction() {
        assertThat(Translated.main("int x, y, z; int main(void) { x = y + z; return 0; }"))
                .containsExactly("%1 = load y", "%2 = load z", "store x = %1 + %2", "return 0");
    }

    @Test
    void variablesWhoseAddressIsNotTakenAreRegisters() {
        assertThat(Translated.main("int x; int main(void) { int i = x; i += 2; x = i++; return i; }"))
                .containsExactly("i = load x", "i = i + 2", "%2 = i", "i = i + 1", "store x = %2", "return i");
    }

    @Test
    void shadowedVariablesGetNumbers() {
        assertThat(Translated.main("int main(void) { int a = 1; { int a = 2; a++; } return a; }"))
                .containsExactly("a = 1", "a@2 = 2", "a@2 = a@2 + 1", "return a");
    }

    @Test
    void uninitialisedScalarsAreAnything() {
        assertThat(Translated.main("int main(void) { int u; return u; }"))
                .containsExactly("u = any i32 (uninitialised u)", "return u");
    }

    @Test
    void objectsLiveAsLongAsTheirBlockHoweverItIsLeft() {
        List<String> body = Translated.main("""
            int f(int *p) { return *p; }
            int main(void) {
              for (int i = 0; i < 2; i++) { int v = i; if (f(&v)) continue; if (i) break; }
              return 0;
            }
            """);
        assertThat(body.stream().filter(line -> line.contains("new stack"))).hasSize(1);
        assertThat(body.stream().filter(line -> line.equals("free-stack %v"))).hasSize(3);
    }

    @Test
    void aJumpIntoABlockBringsItsObjectsToLife() {
        assertThat(Translated.main("int main(void) { goto in; { int a[2]; in: a[0] = 1; } return 0; }"))
                .containsExactly(
                        "%a = new stack i32[2] a, 8u bytes",
                        "in:", "store *(i32*) %a = 1", "free-stack %a", "return 0");
    }

    @Test
    void arraysOfVariableLengthComeToLifeAtTheirDeclaration() {
        assertThat(Translated.main("int main(void) { int n = 3; int a[n]; return sizeof a; }"))
                .containsExactly(
                        "%a = null",
                        "n = 3",
                        "assert [memory] 0 <= n : \"an array of negative length\"",
                        "%1 = (u64) n",
                        "%2 = %1 * 4u",
                        "free-stack %a",
                        "%a = new stack i32[0] a, %2 bytes",
                        "return (i32) (%1 * 4u)");
    }

    @Test
    void atomicObjectsAreChangedInOneStep() {
        assertThat(Translated.main("_Atomic int a; int main(void) { a++; a -= 2; int v = a; a = v; return 0; }"))
                .containsExactly(
                        "%1 = add [seq_cst] a, 1",
                        "%2 = subtract [seq_cst] a, 2", "v = load [seq_cst] a", "store [seq_cst] a = v", "return 0");
    }

    @Test
    void atomicOperationsWithoutAnInstructionAreACompareExchangeLoop() {
        assertThat(Translated.main("_Atomic(int) a; int main(void) { a *= 3; return 0; }"))
                .contains("%3 = compare-exchange [seq_cst] a, %1 -> %2");
    }

    @Test
    void bitFieldsAreLoadsAndStoresOfTheirUnit() {
        assertThat(Translated.main("struct { unsigned a : 3; int b : 5; } s; int main(void) { s.b = 2; return s.b; }"))
                .containsExactly(
                        "%1 = load s.a:b",
                        "store s.a:b = %1 & 7u | 16u", "%2 = load s.a:b", "return (i32) ((i8) %2 >> 3)");
    }

    @Test
    void structsAreCopiedScalarByScalar() {
        assertThat(Translated.main("struct { int x; char c; } a, b; int main(void) { a = b; return 0; }"))
                .containsExactly("%1 = load b.x", "store a.x = %1", "%2 = load b.c", "store a.c = %2", "return 0");
    }

    @Test
    void structsAreReturnedThroughAHiddenObject() {
        Program program = Translated.program(
                "struct S { int x; } g; struct S f(struct S s) { return s; } int main(void) { g = f(g); return 0; }");
        assertThat(Translated.body(program, "main"))
                .containsExactly(
                        "%returned = new stack struct S returned, 4u bytes",
                        "call f(%returned, &g)", "%1 = load %returned->x", "store g.x = %1", "return 0");
        assertThat(program.function("f").parameters()).hasSize(2);
    }

    @Test
    void theRightOperandIsEvaluatedOnlyIfNeeded() {
        assertThat(Translated.main("int a, b; int main(void) { if (a && !b) a = 1; return 0; }"))
                .containsExactly(
                        "%1 = load a",
                        "if (%1 != 0) goto and.3 else goto else.2",
                        "and.3:",
                        "%2 = load b",
                        "if (%2 != 0) goto else.2 else goto then.1",
                        "then.1:",
                        "store a = 1",
                        "else.2:",
                        "return 0");
    }

    @Test
    void choicesWithoutAccessesAreExpressions() {
        assertThat(Translated.main("int main(void) { int v = 1; int w = v > 0 && v < 9 ? v : 2; return w; }"))
                .contains("w = (v > 0 ? v < 9 : false) ? v : 2");
    }

    @Test
    void switchesFallThrough() {
        assertThat(Translated.main(
                        "int x; int main(void) { switch (x) { case 1: x = 2; case 3 ... 4: x = 5; } return 0; }"))
                .containsExactly(
                        "%1 = load x",
                        "if (%1 == 1) goto case.2 else goto next.4",
                        "next.4:",
                        "if (%1 >= 3 ? %1 <= 4 : false) goto case.3 else goto next.5",
                        "next.5:",
                        "goto done.1",
                        "case.2:",
                        "store x = 2",
                        "case.3:",
                        "store x = 5",
                        "done.1:",
                        "return 0");
    }

    @Test
    void functionsNamedAtomicAreAtomicSections() {
        Program program = Translated.program("""
            int x;
            void __VERIFIER_atomic_inc(int v) { if (v) return; x++; }
            int main(void) { __VERIFIER_atomic_inc(0); return 0; }
            """);
        List<String> body = Translated.body(program, "__VERIFIER_atomic_inc");
        assertThat(body).startsWith("atomic-begin").endsWith("atomic-end", "return");
        assertThat(body.stream().filter(line -> line.equals("atomic-end"))).hasSize(2);
    }

    @Test
    void theErrorLabelIsAFailure() {
        assertThat(Translated.main("int x; int main(void) { if (x) { ERROR: ; } return 0; }"))
                .contains("assert false : \"ERROR label reached\"");
    }

    @Test
    void onlyWhatIsUsedIsTranslated() {
        Program program = Translated.program("""
            int unused(void) { return not_declared; }
            int lonely;
            int used = 1;
            static int called(void) { return used; }
            int (*table[])(void) = { called };
            int main(void) { return table[0](); }
            """);
        assertThat(program.functions()).containsOnlyKeys("main", "called");
        assertThat(program.globals()).containsOnlyKeys("table", "used");
    }

    @Test
    void staticLocalsAndStringsAreGlobals() {
        Program program = Translated.program("""
            char first(void) { static int count = 3; count++; return "abc"[0]; }
            int main(void) { return first(); }
            """);
        assertThat(program.globals()).containsOnlyKeys("first.count", "string@1");
    }

    @Test
    void mainWithParametersIsCalledByAStartFunction() {
        Program program = Translated.program("int main(int argc, char **argv) { return argc + argv[0][0]; }");
        assertThat(program.entry()).isEqualTo("__moirai_start");
        assertThat(Translated.body(program, program.entry()))
                .containsExactly("%result = call main(1, &__moirai_argv)", "return %result");
    }

    @Test
    void threadLocalAndSynchronisingVariables() {
        Program program = Translated.program("""
            typedef struct { int whatever[9]; } pthread_mutex_t;
            static _Thread_local int mine;
            pthread_mutex_t m = { { 0, 0, 0, 0, 1 } };
            int pthread_mutex_lock(pthread_mutex_t *);
            int main(void) { pthread_mutex_lock(&m); return mine; }
            """);
        assertThat(program.global("mine").storage().name()).isEqualTo("THREAD_LOCAL");
        assertThat(program.global("m").type()).hasToString("mutex");
        assertThat(program.global("m").initial()).singleElement().satisfies(initial -> {
            assertThat(initial.offset()).isZero();
        });
    }

    @Test
    void aBodyGoesBeforeAModelUnlessConventionFixesTheMeaning() {
        Program program = Translated.program("""
            void assume_abort_if_not(int c) { if (!c) while (1); }
            void reach_error(void) {}
            int main(void) { assume_abort_if_not(1); reach_error(); return 0; }
            """);
        assertThat(program.functions()).containsOnlyKeys("main", "assume_abort_if_not");
        assertThat(program.function("main").body()).anyMatch(instr -> instr instanceof Instr.Assert);
    }

    @Test
    void anUnknownFunctionMayBeTakenForPure() {
        var options = new COptions(
                COptions.DEFAULT.model(), CFlags.NONE, Set.of("sensor"), COptions.DEFAULT.library(), List.of());
        Program program = Translated.program("int sensor(int); int main(void) { return sensor(3); }", options);
        assertThat(Translated.body(program, "main")).containsExactly("%1 = any i32 (sensor)", "return %1");
    }

    @Test
    void aBodilessFunctionInATableIsHarmlessUntilCalled() {
        Program program =
                Translated.program("int far(int); int (*t[])(int) = { far }; int main(void) { return t[0](1); }");
        assertThat(Translated.body(program, "far"))
                .singleElement()
                .asString()
                .startsWith("cut \"call of far, which has no body at ")
                .endsWith(".c:1\"");
    }

    @Test
    void spansAreThePlacesInTheFile() {
        Program program =
                Translated.program("int x;\n#define INC x++\nint main(void) {\n  int y = 1;\n  INC; return x;\n}\n");
        assertThat(program.function("main").body().stream().map(Instr::span).map(SourceSpan::line))
                .containsExactly(4, 5, 5, 5, 5);
        Instr last = program.function("main").body().get(3);
        assertThat(last.span().column()).isEqualTo(15);
        assertThat(program.sources().line(last.span())).isEqualTo("  INC; return x;");
    }

    @Test
    void castsAndCallsAreToldApartByTypedefs() {
        assertThat(Translated.main("""
            typedef int T;
            int f(int x) { return x; }
            int main(void) { int a = (T)-1; int b = (f)(2); { int T = 5; a = (T) - 1; b = T * a; } return a + b; }
            """)).contains("a = -1", "b = call f(2)", "a = T - 1", "b = T * a");
    }
}
