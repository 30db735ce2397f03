package dev.moirai.frontend.boogie;

import dev.moirai.ir.Program;
import dev.moirai.source.DeepRecursion;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceTexts;
import dev.moirai.source.StandardInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** From Boogie files to a program of the IR. */
public final class BoogieFrontend {
    private static final long STACK_BYTES = 256L << 20;

    private BoogieFrontend() {}

    /**
     * One program of the files, as if they were one.
     *
     * @throws InputException with everything that is wrong with them
     */
    public static Program translate(List<Path> files, BoogieOptions options) {
        String first = files.getFirst().toString();
        return DeepRecursion.run("boogie-frontend", STACK_BYTES, first, () -> translated(files, options));
    }

    private static Program translated(List<Path> files, BoogieOptions options) {
        var sources = new SourceTexts();
        var complaints = new BoogieComplaints();
        var all = new ArrayList<BoogieDecl>();
        for (Path file : files) {
            String text = read(file);
            sources.add(file.toString(), text);
            all.addAll(BoogieParser.declarations(file.toString(), text, complaints));
        }
        // A name that seems to be missing may be declared in what could not be read.
        complaints.throwIfAny();
        Declarations declarations = Declarations.of(all, complaints);
        complaints.throwIfAny();
        Typing typing = Checker.check(declarations, complaints);
        complaints.throwIfAny();
        ModifiesClauses.check(declarations, typing, complaints);
        complaints.throwIfAny();
        try {
            return new Lowering(declarations, typing, options, complaints)
                    .program(files.getFirst().toString(), sources);
        } catch (BoogieError e) {
            complaints.add(e.diagnostic());
            complaints.throwIfAny();
            throw e;
        }
    }

    private static String read(Path file) {
        try {
            if (Files.isDirectory(file)) throw refused(file, "this is a directory, not a Boogie file");
            String text = new String(StandardInput.bytesOf(file), StandardCharsets.UTF_8);
            if (text.indexOf('\0') >= 0) throw refused(file, "this is a binary file, not Boogie source");
            if (text.isBlank()) throw refused(file, "the file is empty");
            return text;
        } catch (IOException e) {
            throw refused(file, "the file cannot be read");
        }
    }

    private static InputException refused(Path file, String message) {
        return InputException.about(file.toString(), message);
    }
}
