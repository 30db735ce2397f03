package dev.moirai.frontend.c;

import dev.moirai.frontend.c.library.RealWorld;
import dev.moirai.ir.DataModel;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceSpan;
import dev.moirai.source.SourceTexts;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.cdt.core.dom.ast.IASTComment;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorEndifStatement;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorIfdefStatement;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorIfndefStatement;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorStatement;
import org.eclipse.cdt.core.dom.ast.IASTProblem;
import org.eclipse.cdt.core.dom.ast.IASTTranslationUnit;
import org.eclipse.cdt.core.parser.ExtendedScannerInfo;
import org.eclipse.cdt.core.parser.FileContent;
import org.eclipse.cdt.core.parser.IProblem;
import org.eclipse.cdt.core.parser.IToken;

/** Sets up CDT, outside any Eclipse, for one file at a time. */
final class Parser {
    private static final Pattern RENUMBERING = Pattern.compile("(?m)^[ \t]*#[ \t]*(?:line[ \t]+)?\\d");
    private static final Pattern YOUNG = Pattern.compile("(?m)^[ \t]*#[ \t]*(elifn?def|embed)\\b");

    private static final String[] NO_WORDS = {};

    private final DataModel model;
    private final Headers headers;
    private final CKeywords plain = new CKeywords(CKeywords.Text.PLAIN);
    private final Diagnostics diagnostics;

    Parser(COptions options, SourceTexts sources, Diagnostics diagnostics) {
        model = options.model();
        headers = new Headers(sources);
        this.diagnostics = diagnostics;
    }

    Headers headers() {
        return headers;
    }

    /** A file's syntax tree and its packing pragmas. */
    record Parsed(IASTTranslationUnit tree, PackPragmas packing) {}

    /** What of a file's text is to be parsed. */
    static ShortText shortened(String file, String text) {
        String unmarked = Headers.unmarked(text);
        return file.endsWith(".i") ? UnusedDeclarations.shortened(unmarked) : ShortText.whole(unmarked.toCharArray());
    }

    /** Parses the file; errors go to the diagnostics. */
    Parsed parse(String file, String text, ShortText parsed, Spans spans, CFlags flags) {
        int errorsBefore = diagnostics.errors();
        Map<String, String> macros = file.endsWith(".i")
                ? Map.of("__SIZE_TYPE__", PredefinedMacros.sizeType(model))
                : PredefinedMacros.of(model, flags);
        var includes = absolute(flags.includes());
        includes.addAll(absolute(flags.system()));
        includes.add(Headers.BUNDLED);
        if (!file.startsWith(Headers.BUNDLED) || RealWorld.includesMachineHeaders(file))
            includes.addAll(MachineHeaders.folders());
        var info = new ExtendedScannerInfo(
                macros,
                includes.toArray(NO_WORDS),
                NO_WORDS,
                absolute(flags.forced()).toArray(NO_WORDS),
                absolute(flags.quoted()).toArray(NO_WORDS));
        CKeywords syntax = file.endsWith(".i") ? new CKeywords(CKeywords.Text.PREPROCESSED) : plain;
        var scanner = new Scanner(FileContent.create(file, parsed.characters()), info, syntax, headers);
        refuseDirectives(file, text, spans);
        var parser = new TypedefAwareParser(scanner);
        IASTTranslationUnit tree = parser.parse();
        for (IASTProblem problem : tree.getPreprocessorProblems()) preprocessing(problem, spans);
        unendedComment(tree)
                .ifPresent(node -> diagnostics.add(Diagnostic.error(spans.of(node), "a comment without end")));
        unendedCondition(tree)
                .ifPresent(node -> diagnostics.add(Diagnostic.error(spans.of(node), "a condition without #endif")));
        Complaints complaints = (offset, length, message) -> {
            var location = scanner.getLocationResolver().getMappedFileLocation(offset, length);
            diagnostics.add(Diagnostic.error(spans.of(location), message));
        };
        scanner.badConditions().forEach(bad -> complaints.add(bad.offset(), bad.length(), bad.message()));
        var packing = PackPragmas.of(tree, scanner.pragmas());
        packing.refused().forEach((offset, pragma) -> complaints.add(offset, 1, "not supported: #pragma " + pragma));
        review(parser.attributes(), complaints);
        // Where it is only spoken of, or left out by a condition, or spelled out, nothing goes wrong.
        boolean isWrong =
                diagnostics.errors() > errorsBefore || !parser.errors().isEmpty();
        int choice = isWrong ? text.indexOf("__VA_OPT__") : -1;
        if (choice >= 0) refuse(spans.at(choice), "__VA_OPT__");
        for (IToken token : parser.errors()) {
            complaints.add(token.getOffset(), token.getLength(), "syntax error before " + token.getImage());
        }
        return new Parsed(tree, packing);
    }

    /**
     * Refuses directives that CDT gets wrong: {@code #line} where the program asks for its line or file, because CDT
     * counts lines on its own, and directives that are newer than CDT, which skips them.
     */
    private void refuseDirectives(String file, String text, Spans spans) {
        if (file.endsWith(".i")) return;
        boolean asksForLines = text.contains("__LINE__") || text.contains("__FILE__");
        if (asksForLines) {
            Matcher line = RENUMBERING.matcher(text);
            if (line.find()) refuse(spans.at(line.start()), "#line beside __LINE__ or __FILE__");
        }
        if (!text.contains("elif") && !text.contains("embed")) return;
        Matcher young = YOUNG.matcher(text);
        while (young.find()) refuse(spans.at(young.start()), "#" + young.group(1));
    }

    /** A comment that the end of its file cuts off, of which CDT says nothing. */
    private static Optional<IASTComment> unendedComment(IASTTranslationUnit tree) {
        return Arrays.stream(tree.getComments())
                .filter(IASTComment::isBlockComment)
                .filter(comment -> isUnended(comment.getRawSignature()))
                .findFirst();
    }

    /** @param text that of a comment; empty in the machine's headers, whose text CDT does not keep */
    private static boolean isUnended(String text) {
        // A backslash that continues the line behind the comment counts for CDT as a part of it.
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) == '\\' || Character.isWhitespace(text.charAt(end - 1)))) end--;
        return !text.isEmpty() && (end < "/**/".length() || !text.startsWith("*/", end - 2));
    }

    /** A condition that the end of its file cuts off, of which CDT says nothing. */
    private static Optional<IASTPreprocessorStatement> unendedCondition(IASTTranslationUnit tree) {
        var open = new ArrayDeque<IASTPreprocessorStatement>();
        for (IASTPreprocessorStatement statement : tree.getAllPreprocessorStatements()) {
            switch (statement) {
                case IASTPreprocessorIfStatement _,
                        IASTPreprocessorIfdefStatement _,
                        IASTPreprocessorIfndefStatement _ -> open.push(statement);
                case IASTPreprocessorEndifStatement _ -> open.poll();
                default -> {}
            }
        }
        return Optional.ofNullable(open.peek());
    }

    private void refuse(SourceSpan span, String what) {
        diagnostics.add(Diagnostic.error(span, "not supported: " + what));
    }

    private interface Complaints {
        void add(int offset, int length, String message);
    }

    /** Refuses unknown attributes, and attributes with an effect that stand where CDT loses them. */
    private static void review(Collection<AttributeNode> attributes, Complaints complaints) {
        for (AttributeNode attribute : attributes) {
            String name = attribute.plainName();
            boolean known = AttributeNames.isKnown(name);
            if (known && attribute.isInTree()) continue;
            String what = "not supported: attribute " + name + (known ? " in this place" : "");
            complaints.add(attribute.getOffset(), attribute.getLength(), what);
        }
    }

    private static List<String> absolute(List<Path> paths) {
        var absolute = new ArrayList<String>();
        for (Path path : paths) absolute.add(path.toAbsolutePath().toString());
        return absolute;
    }

    private void preprocessing(IASTProblem problem, Spans spans) {
        String detail = String.join(" ", problem.getArguments());
        switch (problem.getID()) {
            case IProblem.PREPROCESSOR_INCLUSION_NOT_FOUND ->
                diagnostics.add(Diagnostic.error(
                                spans.of(problem),
                                "cannot find the include file " + detail,
                                "name its folder with -I FOLDER")
                        .because(new Diagnostic.Cause(
                                "include files not found",
                                detail,
                                "name their folders with -I; configure or make may have to write them first")));
            case IProblem.PREPROCESSOR_POUND_ERROR ->
                diagnostics.add(Diagnostic.error(spans.of(problem), "#error " + detail));
            case IProblem.PREPROCESSOR_INVALID_DIRECTIVE -> {
                if (!detail.equals("ident") && !detail.equals("sccs")) {
                    diagnostics.add(Diagnostic.error(spans.of(problem), "unknown directive #" + detail));
                }
            }
            case IProblem.PREPROCESSOR_EXCEEDS_MAXIMUM_INCLUSION_DEPTH ->
                diagnostics.add(Diagnostic.error(
                        spans.of(problem),
                        "files include each other without end",
                        "guard them by #ifndef or #pragma once"));
            case IProblem.PREPROCESSOR_UNBALANCE_CONDITION,
                    IProblem.PREPROCESSOR_MACRO_PASTING_ERROR,
                    IProblem.PREPROCESSOR_INVALID_VA_ARGS,
                    IProblem.PREPROCESSOR_INVALID_USE_OUTSIDE_PREPROCESSOR_DIRECTIVE,
                    IProblem.SCANNER_EXPRESSION_SYNTAX_ERROR,
                    IProblem.SCANNER_ILLEGAL_IDENTIFIER,
                    IProblem.SCANNER_MISSING_R_PAREN,
                    IProblem.PREPROCESSOR_INVALID_MACRO_DEFN,
                    IProblem.PREPROCESSOR_MACRO_USAGE_ERROR,
                    IProblem.PREPROCESSOR_MISSING_RPAREN_PARMLIST,
                    IProblem.PREPROCESSOR_CONDITIONAL_EVAL_ERROR,
                    IProblem.SCANNER_UNBOUNDED_STRING,
                    IProblem.SCANNER_UNEXPECTED_EOF,
                    IProblem.SCANNER_BAD_CHARACTER ->
                diagnostics.add(Diagnostic.error(spans.of(problem), problem.getMessage()));
            default -> {} // such as #warning, odd number suffixes: nothing that changes the meaning
        }
    }
}
