package dev.moirai.frontend.c;

import dev.moirai.source.SourceSpan;
import org.eclipse.cdt.core.dom.ast.IASTFileLocation;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.internal.core.dom.parser.ASTNode;

/** Where nodes of one translation unit stand: the physical line and column; of a macro's inside, those of its use. */
final class Spans {
    private final String file;
    private final String text;
    private int lastOffset = -1;
    private SourceSpan last = SourceSpan.NOWHERE;

    Spans(String file, String text) {
        this.file = file;
        this.text = text;
    }

    SourceSpan of(IASTNode node) {
        int offset = ((ASTNode) node).getOffset();
        if (offset == lastOffset) return last;
        IASTFileLocation location = node.getFileLocation();
        if (location == null) return new SourceSpan(file, 0, 0);
        lastOffset = offset;
        last = located(location);
        return last;
    }

    private SourceSpan located(IASTFileLocation location) {
        String name = location.getFileName();
        int line = location.getStartingLineNumber();
        if (!name.equals(file)) return new SourceSpan(name, line, 0);
        int at = Math.min(location.getNodeOffset(), text.length());
        return new SourceSpan(file, line, at - text.lastIndexOf('\n', at - 1));
    }
}
