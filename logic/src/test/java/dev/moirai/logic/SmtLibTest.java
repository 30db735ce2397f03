package dev.moirai.logic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SmtLibTest {
    private final TermPool pool = new TermPool();

    @Test
    void sharedTermsAreDefinedOnce() {
        int x = pool.bvVar("x", 8);
        int y = pool.bvVar("a strange name", 8);
        int sum = pool.bvAdd(x, y);
        int both = pool.and(pool.ult(sum, x), pool.not(pool.ult(sum, y)));
        assertThat(SmtLib.script(pool, "QF_BV", both)).isEqualTo("""
            (set-logic QF_BV)
            (declare-const |x| (_ BitVec 8))
            (declare-const |a strange name| (_ BitVec 8))
            (define-fun $4 () (_ BitVec 8) (bvadd |x| |a strange name|))
            (define-fun $7 () Bool (and (bvult $4 |x|) (not (bvult $4 |a strange name|))))
            (assert $7)
            (check-sat)
            """);
    }

    @Test
    void aDialogueRepeatsNothing() {
        int p = pool.boolVar("p");
        int i = pool.bvVar("i", 8);
        int less = pool.ult(i, pool.bv(5, 8));
        var text = new StringBuilder();
        var writer = new SmtLib(pool, text);
        writer.assertion(pool.or(p, less));
        int before = text.length();
        writer.assertion(pool.or(pool.not(p), less));
        assertThat(text.substring(before)).doesNotContain("declare").contains("(bvult |i| (_ bv5 8))");
    }

    @Test
    void namesThatCannotBeQuotedAreReplaced() {
        int odd = pool.boolVar("a|b\\c");
        int dollar = pool.boolVar("$1");
        assertThat(SmtLib.script(pool, "QF_BV", pool.and(odd, dollar)))
                .contains("(declare-const $v2 Bool)")
                .contains("(declare-const $v3 Bool)");
    }
}
