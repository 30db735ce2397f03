package dev.moirai.frontend.c;

import org.eclipse.cdt.core.parser.EndOfFileException;
import org.eclipse.cdt.core.parser.FileContent;
import org.eclipse.cdt.core.parser.IScannerInfo;
import org.eclipse.cdt.core.parser.IToken;
import org.eclipse.cdt.core.parser.NullLogService;
import org.eclipse.cdt.core.parser.ParserLanguage;
import org.eclipse.cdt.internal.core.parser.scanner.CPreprocessor;
import org.jspecify.annotations.Nullable;

/** CDT's scanner and preprocessor. Remembers how far the parser has read: there it stands when it gives up. */
final class Scanner extends CPreprocessor {
    private @Nullable IToken furthest;

    Scanner(FileContent content, IScannerInfo info, Syntax syntax, Headers headers) {
        super(content, info, ParserLanguage.C, new NullLogService(), syntax, headers);
    }

    @Override
    public IToken nextToken() throws EndOfFileException {
        IToken token = super.nextToken();
        furthest = token;
        return token;
    }

    /** Null before the first token. */
    @Nullable
    IToken furthest() {
        return furthest;
    }
}
