package dev.moirai.frontend.boogie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.moirai.source.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users are told about files with errors. */
class MessagesTest {
    @TempDir
    Path folder;

    private List<String> told(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), text);
        var thrown = catchThrowableOfType(
                InputException.class, () -> BoogieFrontend.translate(List.of(file), BoogieOptions.DEFAULT));
        assertThat(thrown).isNotNull();
        return thrown.diagnostics().stream()
                .map(d -> d.span().line() + ":" + d.span().column() + ": " + d.message()
                        + (d.hint().isEmpty() ? "" : " (" + d.hint() + ")"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '^',
            value = {
                "x = 1;^1:3: '=' assigns nothing (an assignment is written :=)",
                "x := 1^1:7: expected ';' after the assigned value, found '}' on line 3",
                "y := 1;^1:1: there is no variable y",
                "x := true;^1:6: the value for x is bool where int is expected",
                "f(x);^1:1: a call begins with 'call' (write: call f(...);)",
                "call nobody();^1:1: there is no procedure nobody",
                "assert x;^1:8: what is asserted is int where bool is expected",
                "assert x = 1;^1:10: '=' compares nothing (equality is ==)",
                "assert x > 0 && x < 2 || x > 9;^1:23: && and || stand beside each other (put one of them in brackets)",
                "goto nowhere;^1:1: there is no label nowhere",
                "break;^1:1: 'break' stands in no loop",
                "x[1] := 2;^1:2: a int has no cells: it is no map",
                "c := 2;^1:1: the constant c is changed",
                "p := 2;^1:1: there is no variable p",
                "par call main();^1:1: not supported: 'par', which belongs to proofs (Civl) (start threads by 'async"
                        + " call' and wait for them by 'join')",
                "assume (forall i: int :: i * x != 1);^1:9: not supported: a quantifier whose variable is more than an"
                    + " index, or compared with what does not depend on it (name bounds: (forall i: int :: 0 <= i && i"
                    + " < n ==> ...))",
            })
    void statement(String statement, String message) throws IOException {
        List<String> told = told("procedure main() {\n" + statement + "\n}\nvar x: int;\nconst c: int;\n");
        assertThat(told.getFirst().replaceFirst("^2:", "1:")).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '^',
            value = {
                "yield procedure p() {}^1:1: not supported: 'yield' before a declaration, which belongs to proofs"
                        + " (Civl) (threads are procedures, started by 'async call')",
                "procedure {:layer 1} p() {}^1:11: not supported: {:layer}, which belongs to proofs (Civl)",
                "var x: Integer;^1:8: there is no type Integer",
                "var m: <a>[a]int;^1:8: not supported: polymorphic maps (<a>[...]...)",
                "datatype D { D(next: D) } var d: D; procedure main() { assume d == d; }^1:31: the datatype D has no"
                        + " values: every constructor needs one first (add a constructor without such a field)",
                "datatype D { N(), D(next: [int]D) } var d: D; procedure main() { assume d == d; }^1:41: not supported:"
                        + " a datatype that contains itself through maps (D)",
                "function {:bvbuiltin \"zero_extend 8\"} f(a: bv8): bv32; procedure main() { assert f(1bv8) == 1bv32;"
                        + " }^1:82: the prover's function zero_extend 8 makes bv16, not bv32 (f)",
                "function {:bvbuiltin \"bvadd\"} f(a: bv8, b: bv9): bv8; procedure main() { assert f(1bv8, 1bv9) =="
                        + " 1bv8; }^1:81: not supported: the prover's function bvadd of bv8 and bv9 (f)",
                "function {:bvbuiltin \"extract 8 1\"} f(a: bv8): bv8; procedure main() { assert f(1bv8) == 1bv8;"
                        + " }^1:79: not supported: the prover's function extract 8 1 of bv8 (f)",
                "procedure q() {}^0:0: there is no procedure main, and none is marked {:entrypoint} (say which"
                        + " procedure starts: --entry NAME)",
                "/* no end^1:1: this comment has no end (comments nest: every /* needs its */)",
            })
    void declaration(String declaration, String message) throws IOException {
        assertThat(told(declaration + "\n").getFirst()).isEqualTo(message);
    }

    @Test
    void allErrorsAreToldAtOnce() throws IOException {
        List<String> told = told("""
            procedure main() {
              x := 1;
              assert 2;
            }
            procedure other() {
              call nobody();
            }
            """);
        assertThat(told)
                .containsExactly(
                        "2:3: there is no variable x",
                        "3:10: what is asserted is int where bool is expected",
                        "6:3: there is no procedure nobody");
    }

    @Test
    void quantifiersThatNoFiniteNumberOfValuesDecidesAreRefused() throws IOException {
        assertThat(told("""
            var x: int;
            procedure main() {
              assume (forall i: int :: i mod 2 == 0 ==> x > i);
            }
            """))
                .singleElement()
                .asString()
                .startsWith("3:11: not supported: a quantifier whose variable is more than an index");
        assertThat(told("procedure main() { assume (forall r: real :: r > 0.0); }"))
                .singleElement()
                .asString()
                .contains("a quantifier over infinitely many values of type real");
    }

    @Test
    void modifiesNamesWhatIsChanged() throws IOException {
        assertThat(told("""
            var x, y: int;
            procedure main()
            modifies x;
            {
              x := 1;
              y := 2;
            }
            """))
                .containsExactly("6:3: y is changed, which 'modifies' of main does not name (write: modifies y;)");
        assertThat(told("""
            var x, y: int;
            procedure helper() { havoc y; }
            procedure main()
            modifies x;
            {
              call helper();
            }
            """))
                .containsExactly("6:3: helper changes y, which 'modifies' of main does not name (write: modifies y;)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '^',
            value = {
                "havoc n;^a variable of type node",
                "assert next == other;^the whole map [node]node as a value",
                "other := next;^the whole map [node]node as a value",
                "assert (exists m: node :: next[m] == n);^a quantifier over values of type node",
                "next := (lambda m: node :: m);^a map with different values of type [node]node",
                "assert f(n) == 1;^the function f of values of type node"
            })
    void nodesAreNotToldApart(String statement, String what) throws IOException {
        String text = """
            type node;
            var next, other: [node]node;
            function f(node): int;
            procedure {:new} make() returns (n: node);
            procedure main() modifies next, other; {
              var n: node;
              call n := make();
              %s
            }
            """.formatted(statement);
        assertThat(told(text))
                .singleElement()
                .asString()
                .startsWith("8:")
                .contains(what, "that a procedure {:new} makes");
    }
}
