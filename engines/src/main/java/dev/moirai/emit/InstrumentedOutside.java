package dev.moirai.emit;

import static dev.moirai.emit.InstrumentedStatements.call;

import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls of functions that only the machine's libraries have, in C. When a recorded run is repeated they are not called: the
 * script of the run has their results.
 */
final class InstrumentedOutside {
    private final Function function;
    private final CTypes types;
    private final Words words;
    private final CNames names;

    /** @param function the one that stands for the function outside, and hands its parameters over */
    InstrumentedOutside(Function function, CTypes types, Words words, CNames names) {
        this.function = function;
        this.types = types;
        this.words = words;
        this.names = names;
    }

    /**
     * What must stand before the function: a declaration of the function outside and, where its arguments are prepared by the
     * runtime, a function that takes them as an array of words and calls it.
     */
    List<String> declarations() {
        for (Instr instr : function.body()) {
            if (!(instr instanceof Instr.Nondet(var into, Source.RealCall real, var _))) continue;
            String declaration = declaration(into, real);
            return real.shape().isEmpty() ? List.of(declaration) : List.of(declaration, caller(real));
        }
        return List.of();
    }

    private boolean isVoid() {
        return function.result() instanceof Type.Void;
    }

    /** The C name for the function outside, chosen so that no header declares it. */
    private static String name(Source.RealCall real) {
        return "moirai_outside_" + CNames.clean(real.function());
    }

    private String declaration(Local into, Source.RealCall real) {
        var parameters = new ArrayList<String>();
        int further = real.shape().indexOf('|');
        int declared = further < 0
                ? function.parameters().size()
                : (int) real.shape()
                        .substring(0, further)
                        .chars()
                        .filter(Character::isLowerCase)
                        .count();
        for (Local parameter : function.parameters().subList(0, declared)) {
            parameters.add(types.declare(parameter.type(), "").strip());
        }
        if (further >= 0) parameters.add("...");
        return "extern " + (isVoid() ? "void " : types.declare(into.type(), "")) + name(real) + "("
                + (parameters.isEmpty() ? "void" : String.join(", ", parameters)) + ") __asm__(\"" + real.function()
                + "\");";
    }

    private String callerName() {
        return names.of("outside", "moirai_call_", function.name());
    }

    private String caller(Source.RealCall real) {
        var given = new ArrayList<String>();
        for (Local parameter : function.parameters()) {
            given.add(words.fromWord(parameter.type(), "arguments[" + given.size() + "]"));
        }
        String call = name(real) + "(" + String.join(", ", given) + ")";
        String told = isVoid() ? call + "; *result = 0;" : "*result = " + words.toWord(function.result(), call) + ";";
        return "static void " + callerName() + "(const moirai_word *arguments, moirai_word *result) { (void)arguments; "
                + told + " }";
    }

    /**
     * The call itself.
     *
     * @param scripted the result to take when a recorded run is repeated
     */
    List<String> lines(Local into, Source.RealCall real, int site, String scripted) {
        String done = real.shape().isEmpty() ? atOnce(into, real, site) : prepared(into, real, site);
        return List.of("if (moirai_pinned()) " + set(into, scripted), "else { " + done + " }");
    }

    private String prepared(Local into, Source.RealCall real, int site) {
        var given = new ArrayList<String>();
        for (Local parameter : function.parameters()) given.add(words.toWord(parameter.type(), local(parameter)));
        if (given.isEmpty()) given.add("0");
        String arguments = "(moirai_word[]){" + String.join(", ", given) + "}";
        String shape = PrintCall.quoted(real.shape().replace("|", ""));
        return call("moirai_prepare", site, shape, callerName(), arguments) + "; " + set(into, note(into, "0"));
    }

    /** Texts are handed over as copies, and a function that writes into one is refused when it does. */
    private String atOnce(Local into, Source.RealCall real, int site) {
        var given = new ArrayList<String>();
        var copies = new StringBuilder();
        var checks = new StringBuilder();
        for (Local parameter : function.parameters()) {
            String own = local(parameter);
            if (!(parameter.type() instanceof Type.Pointer)) {
                given.add(own);
                continue;
            }
            String copy = "moirai_copy_" + given.size();
            copies.append("void *")
                    .append(copy)
                    .append(" = ")
                    .append(call("moirai_copy_text", site, own))
                    .append("; ");
            checks.append(" ")
                    .append(call("moirai_check_copy", site, own, copy))
                    .append(";");
            given.add(copy);
        }
        String call = name(real) + "(" + String.join(", ", given) + ")";
        return copies
                + (isVoid() ? call + "; " : "")
                + set(into, note(into, isVoid() ? "0" : words.toWord(into.type(), call)))
                + checks;
    }

    private String note(Local into, String word) {
        return "moirai_note(" + words.code(into.type()) + ", " + word + ")";
    }

    private String local(Local local) {
        return names.of("local of " + function.name(), "", local.name());
    }

    private String set(Local into, String word) {
        return local(into) + " = " + words.fromWord(into.type(), word) + ";";
    }
}
