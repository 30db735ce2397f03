package dev.moirai.frontend.c;

import dev.moirai.source.SourceSpan;
import java.util.Arrays;
import org.eclipse.cdt.core.dom.ast.IASTFileLocation;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.internal.core.dom.parser.ASTNode;

/**
 * Positions of the nodes of one translation unit: the physical line and column; inside a macro, those of the macro's
 * use.
 */
final class Spans {
    private final String file;
    /** The offset at which each line begins, so that long lines are not scanned again for every node. */
    private final int[] lineStarts;

    private int lastOffset = -1;
    private SourceSpan last = SourceSpan.NOWHERE;

    Spans(String file, String text) {
        this.file = file;
        int lines = 1;
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) == '\n') lines++;
        lineStarts = new int[lines];
        int line = 0;
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) == '\n') lineStarts[++line] = i + 1;
    }

    SourceSpan of(IASTNode node) {
        int offset = ((ASTNode) node).getOffset();
        if (offset == lastOffset) return last;
        IASTFileLocation location = node.getFileLocation();
        if (location == null) return new SourceSpan(file, 0, 0);
        lastOffset = offset;
        last = of(location);
        return last;
    }

    SourceSpan of(IASTFileLocation location) {
        if (location == null) return new SourceSpan(file, lineStarts.length, 0);
        String name = location.getFileName();
        if (!name.equals(file)) return new SourceSpan(name, location.getStartingLineNumber(), 0);
        return at(location.getNodeOffset());
    }

    /** The position of an offset in the file itself. */
    SourceSpan at(int offset) {
        int found = Arrays.binarySearch(lineStarts, offset);
        int line = found >= 0 ? found : -found - 2;
        return new SourceSpan(file, line + 1, offset - lineStarts[line] + 1);
    }
}
