package dev.moirai.witness.text;

import java.nio.charset.Charset;

/** The special characters of reports, for an output that can encode them and for one that cannot. */
public enum Glyphs {
    UNICODE("│", "─", "✗", "…", "×", "↻", "↺"),
    ASCII("|", "-", "X", "...", "x", ">>", "<<");

    final String guide;
    final String rule;
    final String cross;
    final String ellipsis;
    final String times;
    final String loop;
    final String back;

    Glyphs(String guide, String rule, String cross, String ellipsis, String times, String loop, String back) {
        this.guide = guide;
        this.rule = rule;
        this.cross = cross;
        this.ellipsis = ellipsis;
        this.times = times;
        this.loop = loop;
        this.back = back;
    }

    public static Glyphs in(Charset charset) {
        return charset.newEncoder().canEncode("│─✗…×↻↺") ? UNICODE : ASCII;
    }
}
