package dev.moirai.frontend.c;

import org.eclipse.cdt.internal.core.parser.scanner.AbstractCharArray;

/**
 * The text of an included file for CDT's scanner. CDT's own class computes a hash of every text, for an index that we do
 * not have.
 */
final class HeaderText extends AbstractCharArray {
    private final char[] characters;

    HeaderText(String text) {
        characters = text.toCharArray();
    }

    @Override
    public int tryGetLength() {
        return characters.length;
    }

    @Override
    public int getLength() {
        return characters.length;
    }

    @Override
    public boolean isValidOffset(int offset) {
        return offset < characters.length;
    }

    @Override
    public long getContentsHash() {
        return 0;
    }

    @Override
    public char get(int offset) {
        return characters[offset];
    }

    @Override
    public void arraycopy(int offset, char[] destination, int destinationOffset, int length) {
        System.arraycopy(characters, offset, destination, destinationOffset, length);
    }

    @Override
    public boolean hasError() {
        return false;
    }
}
