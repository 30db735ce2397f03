package dev.moirai.verify.predict;

import dev.moirai.ir.Printer;
import dev.moirai.ir.Program;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.source.StandardInput;
import dev.moirai.trace.RecordedTrace;
import dev.moirai.trace.TraceException;
import dev.moirai.trace.TraceReader;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** Connects traces with their programs. A trace does not contain its program, only what is needed to read it again. */
final class TraceFiles {
    private TraceFiles() {}

    static RecordedTrace.Header header(Input input, Program program) {
        return new RecordedTrace.Header(input.file().toString(), input.options().words(), fingerprint(program));
    }

    private static String fingerprint(Program program) {
        try {
            byte[] text = Printer.print(program).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the file is a trace, complete or not. */
    static boolean isTrace(Path file) throws IOException {
        if (StandardInput.is(file)) return TraceReader.isTrace(StandardInput.bytesOf(file));
        try (var in = Files.newInputStream(file)) {
            return TraceReader.isTrace(in.readNBytes(32));
        }
    }

    /** Reads a trace and the program it was recorded from, which must not have changed. */
    static Recording.Recorded read(Path file, TraceReader.Damage damage) throws IOException {
        var program = new Program[1];
        try {
            RecordedTrace trace = TraceReader.read(
                    StandardInput.bytesOf(file),
                    header -> {
                        program[0] = reread(file, header);
                        return program[0];
                    },
                    damage);
            return new Recording.Recorded(program[0], trace, Optional.empty());
        } catch (TraceException e) {
            String help = damage == TraceReader.Damage.REFUSED
                    ? "--allow-partial uses what comes before"
                    : "not even its first block is whole";
            throw new InputException(Diagnostic.error(
                    new SourceSpan(file.toString(), 0, 0),
                    String.valueOf(e.getMessage()),
                    e.offset() == 0 ? "" : help));
        }
    }

    private static Program reread(Path trace, RecordedTrace.Header header) {
        Program program =
                new Input(Path.of(header.file()), InputOptions.ofWords(header.options()), Dump.NOTHING).read();
        if (fingerprint(program).equals(header.fingerprint())) return program;
        throw new InputException(Diagnostic.error(
                new SourceSpan(trace.toString(), 0, 0),
                header.file() + " is no longer the program that was recorded",
                "record it again"));
    }
}
