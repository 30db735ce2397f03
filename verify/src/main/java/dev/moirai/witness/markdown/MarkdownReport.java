package dev.moirai.witness.markdown;

import dev.moirai.witness.Evidence;
import dev.moirai.witness.report.Dossier;
import dev.moirai.witness.report.Entry;
import dev.moirai.witness.report.Failing;
import dev.moirai.witness.report.Markup;
import dev.moirai.witness.story.Story;
import dev.moirai.witness.text.Glyphs;
import dev.moirai.witness.text.Interleaving;
import dev.moirai.witness.text.Paint;
import dev.moirai.witness.text.ProofText;
import dev.moirai.witness.text.SafetyText;
import java.util.List;

/** A report for pull requests and slides: verdict, cause, the execution as text, the command. */
public final class MarkdownReport {
    private static final int COLUMNS = 100;

    private final StringBuilder out = new StringBuilder();

    private MarkdownReport() {}

    public static String of(Dossier dossier) {
        var report = new MarkdownReport();
        report.index(dossier);
        for (Entry entry : dossier.entries()) report.entry(dossier, entry);
        report.line("Command: " + code(dossier.commandLine()) + " (moirai " + dossier.version() + ")");
        return report.out.toString();
    }

    private void index(Dossier dossier) {
        if (dossier.entries().size() == 1) return;
        line("| file | verdict |");
        line("|---|---|");
        for (Entry entry : dossier.entries())
            line("| " + cell(entry.file()) + " | " + cell(Dossier.verdict(entry)) + " |");
        line("");
    }

    private void entry(Dossier dossier, Entry entry) {
        line("## " + code(entry.file()));
        line("");
        line("**" + text(Dossier.verdict(entry)) + "**");
        line("");
        if (!(entry instanceof Entry.Answered(var answer))) return;
        if (answer.evidence() instanceof Evidence.Proof proof) proof(ProofText.of(proof));
        if (answer.evidence() instanceof Evidence.Safe proof) proof(SafetyText.of(proof));
        List<Failing> failings = Dossier.failings(answer);
        for (Failing failing : failings) failing(dossier, failing);
    }

    private void proof(String text) {
        block(Markup.printableLines(text));
        line("");
    }

    private void failing(Dossier dossier, Failing failing) {
        Story story = dossier.story(failing);
        line(text(failing.violation().span() + ": " + failing.violation().headline()));
        line("");
        story.cause().ifPresent(cause -> {
            line("**How:** " + text(cause) + ".");
            line("");
        });
        String steps = new Interleaving(COLUMNS, Glyphs.UNICODE, Paint.PLAIN)
                .render(story, failing.violation(), failing.schedule().lassoStart());
        block(Markup.printableLines(steps));
        line("");
    }

    private void block(String text) {
        String fence = "```";
        while (text.contains(fence)) fence += "`";
        line(fence + "text");
        out.append(text);
        if (!text.endsWith("\n")) out.append('\n');
        line(fence);
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    /** A text in which nothing is markup. */
    private static String text(String raw) {
        var safe = new StringBuilder();
        for (char c : Markup.printable(raw).replace('\n', ' ').toCharArray()) {
            if ("\\`*_{}[]<>#|~&".indexOf(c) >= 0) safe.append('\\');
            safe.append(c);
        }
        return safe.toString();
    }

    private static String cell(String raw) {
        return text(raw);
    }

    private static String code(String raw) {
        String one = Markup.printable(raw).replace('\n', ' ');
        String fence = "`";
        while (one.contains(fence)) fence += "`";
        return fence.length() == 1 ? fence + one + fence : fence + " " + one + " " + fence;
    }
}
