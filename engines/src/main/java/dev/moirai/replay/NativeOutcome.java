package dev.moirai.replay;

import dev.moirai.emit.Sites;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.List;

/** How a native run ended, as the runtime reports it. */
public sealed interface NativeOutcome {
    record Violated(Property property, SourceSpan span, String function, int thread) implements NativeOutcome {}

    record Ended(int exitCode) implements NativeOutcome {}

    /** An assumption failed, or undefined behaviour occurred that is not watched for. */
    record Pruned() implements NativeOutcome {}

    /** The script ended without a violation. */
    record Stopped() implements NativeOutcome {}

    /** The program did not do what the script says; {@code step} counts from 1. */
    record Diverged(long step, String what) implements NativeOutcome {}

    /** The steps or the time that the order gave it are used up. */
    record CutShort(String by) implements NativeOutcome {}

    /** A limit of the runtime was reached. */
    record LimitReached(String what) implements NativeOutcome {}

    /** The process died. */
    record Crashed(String how) implements NativeOutcome {}

    /** The outcome in words, to follow "the run". */
    default String inWords() {
        return switch (this) {
            case Violated(var property, var span, var _, var _) -> "violated " + property.word() + " at " + span;
            case Ended(var code) -> "ended with exit code " + code;
            case Pruned() -> "ended at an assumption that does not hold";
            case Stopped() -> "did not fail";
            case Diverged(var step, var what) -> "diverged at step " + step + ": " + what;
            case CutShort(var by) -> "stopped: " + by;
            case LimitReached(var what) -> "stopped: " + what;
            case Crashed(var how) -> "crashed: " + how;
        };
    }

    /** Reads the runtime's report of one line. */
    static NativeOutcome read(String report, Sites sites) {
        List<String> words = List.of(report.strip().split(" "));
        String rest =
                words.size() > 1 ? report.strip().substring(words.getFirst().length() + 1) : "";
        return switch (words.getFirst()) {
            case "violated" -> {
                Sites.Site site = sites.get(Integer.parseInt(words.get(2)));
                Property property = Property.ofWord(words.get(1)).orElseThrow();
                yield new Violated(property, site.instr().span(), site.function(), Integer.parseInt(words.get(3)));
            }
            case "ended" -> new Ended(Integer.parseInt(words.get(1)));
            case "pruned" -> new Pruned();
            case "stopped" -> new Stopped();
            case "diverged" -> {
                long step = Long.parseLong(words.get(1)) + 1;
                yield new Diverged(step, rest.substring(words.get(1).length() + 1));
            }
            case "cut" -> new CutShort(rest);
            case "limit" -> new LimitReached(named(rest, sites));
            case "crashed" -> new Crashed(signal(Integer.parseInt(words.get(1))));
            default -> new Crashed(report.isBlank() ? "it ended without a report" : report.strip());
        };
    }

    /** Replaces an instruction's number by its place in the source. */
    private static String named(String text, Sites sites) {
        String marker = " at instruction ";
        int at = text.lastIndexOf(marker);
        if (at < 0) return text;
        int site = Integer.parseInt(text.substring(at + marker.length()));
        return text.substring(0, at) + " at " + sites.get(site).instr().span();
    }

    private static String signal(int number) {
        return switch (number) {
            case 4 -> "illegal instruction";
            case 6 -> "aborted";
            case 7 -> "bus error";
            case 8 -> "arithmetic exception";
            case 11 -> "segmentation fault";
            default -> "signal " + number;
        };
    }
}
