package dev.moirai.frontend.c;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The template of an inline assembly in AT&amp;T's syntax for x86, taken apart into instructions. */
final class AssemblyText {
    /** One instruction; {@code width} in bits if the mnemonic's suffix says it, else 0. */
    record Instruction(String name, int width, boolean locked, List<Reference> operands) {}

    /** An operand: the one of the asm statement with this index, or a number. */
    sealed interface Reference {}

    record Numbered(int index) implements Reference {}

    record Immediate(long value) implements Reference {}

    private static final Pattern NUMBERED = Pattern.compile("%[bwkq]?(\\d+)");
    private static final Pattern NAMED = Pattern.compile("%[bwkq]?\\[(\\w+)]");
    private static final Pattern NUMBER = Pattern.compile("\\$(-?(?:0x[0-9a-f]+|\\d+))");
    /** What programs write for a fence where they avoid {@code mfence}: a locked operation that changes nothing. */
    private static final Pattern LOCKED_NOTHING =
            Pattern.compile("lock;?\\s*(add|or)[lq]\\s*\\$(0|0x0)\\s*,\\s*-?\\d*\\(%%[re]sp\\)");

    private static final List<String> NAMES = List.of(
            "mov", "xchg", "xadd", "cmpxchg", "add", "sub", "and", "or", "xor", "inc", "dec", "neg", "not", "bts",
            "btr", "btc", "bswap");

    private static final Pattern QUESTION =
            Pattern.compile("(xorl? %%eax, ?%%eax|mov[lq]? .*%%[er]bx.*|xchg[lq]? .*%%?[er]?bx.*|cpuid|rdtscp?|rdrand"
                    + " .*|xgetbv|[ml]fence|)");

    /** How a program asks Valgrind for something; without Valgrind these rotations come to nothing. */
    private static final Pattern VALGRIND = Pattern.compile("rol[lq] \\$3, *%%[er]di ?; ?rol[lq] \\$13, *%%[er]di.*");

    private final Map<String, Integer> operandNames;

    /** Whether the text only asks the machine for its kind, the time or a random number. */
    static boolean asksTheMachine(String template) {
        boolean asks = false;
        for (String part : template.toLowerCase(Locale.ROOT).split("[;\\n]")) {
            String line = part.replaceAll("\\s+", " ").strip();
            if (!QUESTION.matcher(line).matches()) return false;
            asks |= line.startsWith("cpuid") || line.startsWith("rd") || line.equals("xgetbv");
        }
        return asks;
    }

    static boolean isNothing(String template) {
        return VALGRIND.matcher(template.toLowerCase(Locale.ROOT)
                        .replaceAll("\\s+", " ")
                        .strip())
                .matches();
    }

    AssemblyText(Map<String, Integer> operandNames) {
        this.operandNames = operandNames;
    }

    /** Empty if some of the text is not understood. */
    Optional<List<Instruction>> instructions(String template) {
        String text = LOCKED_NOTHING.matcher(template.toLowerCase(Locale.ROOT)).replaceAll("mfence");
        var found = new ArrayList<Instruction>();
        boolean locked = false;
        for (String part : text.split("[;\\n]")) {
            String line = part.replaceAll("/\\*.*?\\*/", "").replace('\t', ' ').strip();
            if (line.equals("lock")) {
                locked = true;
                continue;
            }
            if (line.startsWith("lock ")) {
                locked = true;
                line = line.substring("lock ".length()).strip();
            }
            Optional<Instruction> instruction = line.isEmpty() ? Optional.empty() : instruction(line, locked);
            if (!line.isEmpty() && instruction.isEmpty()) return Optional.empty();
            instruction.ifPresent(found::add);
            if (!line.isEmpty()) locked = false;
        }
        return locked ? Optional.empty() : Optional.of(found);
    }

    private Optional<Instruction> instruction(String line, boolean locked) {
        int space = line.indexOf(' ');
        String mnemonic = space < 0 ? line : line.substring(0, space);
        var operands = new ArrayList<Reference>();
        if (space >= 0) {
            for (String word : line.substring(space).split(",")) {
                Optional<Reference> operand = reference(word.strip());
                if (operand.isEmpty()) {
                    return line.equals("rep nop") ? Optional.of(fence()) : Optional.empty();
                }
                operands.add(operand.get());
            }
        }
        switch (mnemonic) {
            case "mfence", "lfence", "sfence", "pause", "nop", "rep" -> {
                return operands.isEmpty() ? Optional.of(fence()) : Optional.empty();
            }
            case "sete", "setz", "setne", "setnz", "setc", "setb", "setnc", "setae" -> {
                return Optional.of(new Instruction(mnemonic, 8, false, operands));
            }
            default -> {}
        }
        if (NAMES.contains(mnemonic)) return Optional.of(new Instruction(mnemonic, 0, locked, operands));
        int width = switch (mnemonic.charAt(mnemonic.length() - 1)) {
            case 'b' -> 8;
            case 'w' -> 16;
            case 'l' -> 32;
            case 'q' -> 64;
            default -> 0;
        };
        String name = mnemonic.substring(0, mnemonic.length() - 1);
        return width != 0 && NAMES.contains(name)
                ? Optional.of(new Instruction(name, width, locked, operands))
                : Optional.empty();
    }

    private static Instruction fence() {
        return new Instruction("fence", 0, false, List.of());
    }

    private Optional<Reference> reference(String word) {
        Matcher numbered = NUMBERED.matcher(word);
        if (numbered.matches()) return Optional.of(new Numbered(Integer.parseInt(numbered.group(1))));
        Matcher named = NAMED.matcher(word);
        if (named.matches())
            return Optional.ofNullable(operandNames.get(named.group(1))).map(Numbered::new);
        Matcher number = NUMBER.matcher(word);
        if (number.matches()) return Optional.of(new Immediate(Long.decode(number.group(1))));
        return Optional.empty();
    }
}
