package dev.moirai.frontend.c;

import java.util.Arrays;

/** The pieces of a file that are parsed, one after the other, a line's end behind each; and where they stand in the file. */
final class ShortText {
    private char[] characters;
    private int length;
    /** Where each piece begins, here and in the file. */
    private int[] here;

    private int[] there;
    private int pieces;

    private ShortText(char[] characters, int most) {
        this.characters = characters;
        here = new int[most];
        there = new int[most];
    }

    /** All of it, as one piece. */
    static ShortText whole(char[] text) {
        var whole = new ShortText(text, 1);
        whole.pieces = 1;
        whole.length = text.length;
        return whole;
    }

    /** @param most how many pieces there may be */
    static ShortText room(int size, int most) {
        return new ShortText(new char[size + most], most);
    }

    /** Pieces come in the order of the file. */
    void add(char[] text, int from, int to) {
        here[pieces] = length;
        there[pieces++] = from;
        System.arraycopy(text, from, characters, length, to - from);
        length += to - from;
        characters[length++] = '\n';
    }

    char[] characters() {
        if (length < characters.length) characters = Arrays.copyOf(characters, length);
        return characters;
    }

    /** Where in the file the character stands that has this offset here. */
    int original(int offset) {
        if (pieces == 0) return offset;
        int found = Arrays.binarySearch(here, 0, pieces, offset);
        int piece = found >= 0 ? found : Math.max(0, -found - 2);
        return there[piece] + offset - here[piece];
    }
}
