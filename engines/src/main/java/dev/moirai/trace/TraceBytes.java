package dev.moirai.trace;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Numbers in as few bytes as they need: seven bits a byte, lowest first, the top bit says that more follow. */
final class TraceBytes {
    private TraceBytes() {}

    static final class Out extends ByteArrayOutputStream {
        Out number(long unsigned) {
            long rest = unsigned;
            while ((rest & ~0x7fL) != 0) {
                write((int) (rest & 0x7f | 0x80));
                rest >>>= 7;
            }
            write((int) rest);
            return this;
        }

        /** Writes a signed number so that small absolute values are short. */
        Out signed(long value) {
            return number(value << 1 ^ value >> 63);
        }

        Out text(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            number(bytes.length);
            write(bytes, 0, bytes.length);
            return this;
        }
    }

    static final class In {
        private final byte[] bytes;
        private final long base;
        private int at;

        /** @param base where in the file these bytes begin */
        In(byte[] bytes, long base) {
            this.bytes = bytes;
            this.base = base;
        }

        boolean isAtEnd() {
            return at == bytes.length;
        }

        long offset() {
            return base + at;
        }

        TraceException broken(String what) {
            return new TraceException("the trace is damaged: " + what, offset());
        }

        int octet() {
            if (at == bytes.length) throw broken("a record runs over the end of its block");
            return bytes[at++] & 0xff;
        }

        long number() {
            long value = 0;
            for (int shift = 0; shift < 64; shift += 7) {
                int octet = octet();
                value |= (octet & 0x7fL) << shift;
                if (octet < 0x80) return value;
            }
            throw broken("a number of more than 64 bits");
        }

        /** A number that counts or numbers something. */
        int count(long most, String what) {
            long value = number();
            if (value < 0 || value > most) throw broken(what + " " + value + " where at most " + most + " can be");
            return (int) value;
        }

        long signed() {
            long value = number();
            return value >>> 1 ^ -(value & 1);
        }

        String text() {
            int length = count(bytes.length - at, "a text of length");
            String text = new String(bytes, at, length, StandardCharsets.UTF_8);
            at += length;
            return text;
        }
    }
}
