package dev.moirai.frontend.c;

import java.io.File;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.cdt.core.parser.EndOfFileException;
import org.eclipse.cdt.core.parser.FileContent;
import org.eclipse.cdt.core.parser.IScannerInfo;
import org.eclipse.cdt.core.parser.IToken;
import org.eclipse.cdt.core.parser.NullLogService;
import org.eclipse.cdt.core.parser.ParserLanguage;
import org.eclipse.cdt.internal.core.parser.scanner.CPreprocessor;
import org.jspecify.annotations.Nullable;

/**
 * CDT's scanner and preprocessor. It remembers the furthest token that the parser has read, where syntax errors are
 * reported.
 */
final class Scanner extends CPreprocessor {
    static final String PRAGMA = "_Pragma";
    private static final char[] PRAGMA_LETTERS = PRAGMA.toCharArray();

    private @Nullable IToken furthest;
    /** The {@code _Pragma} operators by offset; CDT's own nodes for them do not know what macros expanded to. */
    private final Map<Integer, String> pragmas = new LinkedHashMap<>();

    private final ConditionEvaluator conditions;

    Scanner(FileContent content, IScannerInfo info, CKeywords syntax, Headers headers) {
        super(content, info, ParserLanguage.C, new NullLogService(), syntax, headers);
        conditions = new ConditionEvaluator(this);
        conditions.install(this);
    }

    List<ConditionEvaluator.Complaint> badConditions() {
        return conditions.complaints();
    }

    /** CDT looks for included files in the folder part of this name; a bare file name has none. */
    @Override
    protected String getCurrentFilename() {
        String name = super.getCurrentFilename();
        return name.indexOf('/') >= 0 ? name : new File(name).getAbsolutePath();
    }

    @Override
    public IToken nextToken() throws EndOfFileException {
        IToken previous = furthest;
        IToken token = super.nextToken();
        if (isPragma(token)) {
            token = afterPragmas(token);
            if (previous != null) previous.setNext(token);
        }
        furthest = token;
        return token;
    }

    private IToken afterPragmas(IToken first) throws EndOfFileException {
        IToken token = first;
        while (isPragma(token)) {
            int offset = token.getOffset();
            boolean opened = super.nextToken().getType() == IToken.tLPAREN;
            IToken text = super.nextToken();
            boolean closed = super.nextToken().getType() == IToken.tRPAREN;
            pragmas.put(offset, opened && closed ? text.getImage() : "");
            token = super.nextToken();
        }
        return token;
    }

    private static boolean isPragma(IToken token) {
        return token.getType() == IToken.tIDENTIFIER && Arrays.equals(token.getCharImage(), PRAGMA_LETTERS);
    }

    Map<Integer, String> pragmas() {
        return pragmas;
    }

    /** Null before the first token. */
    @Nullable
    IToken furthest() {
        return furthest;
    }
}
