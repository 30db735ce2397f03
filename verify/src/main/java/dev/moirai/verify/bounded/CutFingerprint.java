package dev.moirai.verify.bounded;

import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.BoundedThread;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Printer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Tells whether two machines mean the same when they speak of a bounded program by numbers. */
final class CutFingerprint {
    private final MessageDigest sum;

    CutFingerprint() {
        try {
            sum = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    CutFingerprint add(String line) {
        sum.update(line.getBytes(StandardCharsets.UTF_8));
        sum.update((byte) '\n');
        return this;
    }

    /** Every instruction of every thread. */
    CutFingerprint add(BoundedProgram program) {
        var printer = new Printer(program.source().layouts());
        for (String global : program.globals().keySet()) add(global);
        for (BoundedThread thread : program.threads()) {
            add(thread.number() + " " + thread.name());
            for (Instr instr : thread.body()) add(printer.instr(instr));
        }
        return this;
    }

    String text() {
        return HexFormat.of().formatHex(sum.digest());
    }
}
