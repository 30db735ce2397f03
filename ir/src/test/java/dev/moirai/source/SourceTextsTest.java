package dev.moirai.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SourceTextsTest {
    @Test
    void aMessageShowsItsLineAndACaret() {
        assertThat(rendered("int x = ;", 9)).isEqualTo("""
            a.c:1:9: error: wrong
                1 | int x = ;
                  |         ^\
            """);
        assertThat(rendered("\tx", 2)).endsWith("| \tx\n      | \t^");
    }

    @Test
    void ofALongLineOnlyThePartThatMattersIsShown() {
        String line = "a".repeat(300_000) + "$" + "b".repeat(300_000);
        String shown = rendered(line, 300_001);
        assertThat(shown).hasSizeLessThan(500).contains("...aaa").contains("bbb...");
        String[] lines = shown.split("\n");
        assertThat(lines[1].charAt(lines[2].indexOf('^'))).isEqualTo('$');
        assertThat(rendered(line, 0)).hasSizeLessThan(300).doesNotContain("^");
        assertThat(rendered(line, 1)).contains("| aaa").endsWith("| ^");
        assertThat(rendered(line, 600_002)).endsWith(" ^");
    }

    @Test
    void longMessagesAreCutAndControlCharactersAreNotPassedOn() {
        var diagnostic =
                Diagnostic.error(new SourceSpan("a.c", 1, 0), "bad \u001b[31m" + "9".repeat(100_000) + " here");
        assertThat(diagnostic.message())
                .hasSizeLessThan(1100)
                .startsWith("bad ?[31m999")
                .contains(" ... ")
                .endsWith("9 here");
        assertThat(rendered("x\u0000y", 1)).contains("| x?y");
    }

    private static String rendered(String line, int column) {
        var texts = new SourceTexts();
        texts.add("a.c", line + "\n");
        return texts.render(Diagnostic.error(new SourceSpan("a.c", 1, column), "wrong"));
    }
}
