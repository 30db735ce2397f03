package dev.moirai.verify.input;

import dev.moirai.frontend.c.COptions;
import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.frontend.c.library.LibraryOptions.Allocation;
import dev.moirai.frontend.c.library.LibraryOptions.WeakExchange;
import dev.moirai.frontend.c.library.LibraryOptions.World;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Instr.Wakeup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;

/** How a C file was read, as words of the command line: what a trace keeps, so that the program can be found again. */
public final class InputWords {
    private InputWords() {}

    public static List<String> of(COptions options) {
        var words = new ArrayList<String>();
        if (options.model() == DataModel.ILP32) words.add("--32");
        for (Path include : options.includes()) words.addAll(List.of("-I", include.toString()));
        for (String define : options.defines()) words.addAll(List.of("-D", define));
        options.assumePure().stream().sorted().forEach(name -> words.addAll(List.of("--assume-pure", name)));
        if (options.library().allocation() == Allocation.MAY_FAIL) words.add("--malloc-may-fail");
        if (options.library().wakeup() == Wakeup.SIGNALLED_ONLY) words.add("--no-spurious-wakeups");
        if (options.library().weakExchange() == WeakExchange.FAILS_IF_DIFFERENT) words.add("--no-spurious-failures");
        if (options.library().world() == World.REAL) words.add("--native");
        if (!options.arguments().isEmpty()) {
            words.add("--");
            words.addAll(options.arguments());
        }
        return words;
    }

    public static COptions read(List<String> words) {
        var model = DataModel.LP64;
        var includes = new ArrayList<Path>();
        var defines = new ArrayList<String>();
        var pure = new LinkedHashSet<String>();
        var allocation = Allocation.SUCCEEDS;
        var wakeup = Wakeup.SPURIOUS;
        var exchange = WeakExchange.MAY_FAIL;
        var world = World.MODELLED;
        var arguments = new ArrayList<String>();
        for (Iterator<String> rest = words.iterator(); rest.hasNext(); ) {
            String word = rest.next();
            switch (word) {
                case "--32" -> model = DataModel.ILP32;
                case "-I" -> includes.add(Path.of(rest.next()));
                case "-D" -> defines.add(rest.next());
                case "--assume-pure" -> pure.add(rest.next());
                case "--malloc-may-fail" -> allocation = Allocation.MAY_FAIL;
                case "--no-spurious-wakeups" -> wakeup = Wakeup.SIGNALLED_ONLY;
                case "--no-spurious-failures" -> exchange = WeakExchange.FAILS_IF_DIFFERENT;
                case "--native" -> world = World.REAL;
                case "--" -> rest.forEachRemaining(arguments::add);
                default -> throw new IllegalArgumentException("an input option unknown here: " + word);
            }
        }
        var library = new LibraryOptions(allocation, wakeup, exchange, world);
        return new COptions(model, includes, defines, pure, library, arguments);
    }
}
