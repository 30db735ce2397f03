package dev.moirai.frontend.c;

import dev.moirai.source.SourceSpan;
import org.eclipse.cdt.core.dom.ast.IASTFileLocation;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.internal.core.dom.parser.ASTNode;

/** Positions of the nodes of one translation unit: file, line and column; inside a macro, those of the macro's use. */
final class Spans {
    private final String file;
    private final FileLines lines;
    private final Headers headers;
    private final ShortText parsed;

    private int lastOffset = -1;
    private SourceSpan last = SourceSpan.NOWHERE;

    /** @param parsed what is parsed of the text */
    Spans(String file, String text, ShortText parsed, Headers headers) {
        this.file = file;
        this.parsed = parsed;
        this.headers = headers;
        lines = new FileLines(file, text, headers::canBeRead);
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

    /** Whether the node stands in a bundled header or, by its name or its line marker, in one of the system. */
    boolean isInHeader(IASTNode node) {
        String name = node.getContainingFilename();
        if (name.equals(file))
            return lines.isOfSystem(parsed.original(node.getFileLocation().getNodeOffset()));
        return name.startsWith(Headers.BUNDLED) || MachineHeaders.isSystem(name);
    }

    SourceSpan of(IASTFileLocation location) {
        if (location == null) return new SourceSpan(file, lines.count(), 0);
        String name = location.getFileName();
        if (name.equals(file)) return at(parsed.original(location.getNodeOffset()));
        return headers.lines(name)
                .map(header -> header.at(location.getNodeOffset()))
                .orElseGet(() -> new SourceSpan(name, location.getStartingLineNumber(), 0));
    }

    /** The position of an offset in the file itself. */
    SourceSpan at(int offset) {
        return lines.at(offset);
    }
}
