package dev.moirai.trace;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.zip.CRC32;

/**
 * Reads a trace back. Sites are looked up in the program the trace was recorded from, which the caller finds by the
 * header.
 */
public final class TraceReader {
    /** What to do with a file that breaks off or is damaged. */
    public enum Damage {
        REFUSED,
        /** Everything before the damage is used. */
        CUT_OFF
    }

    private static final int MOST = Integer.MAX_VALUE;

    private final byte[] file;
    private final Function<RecordedTrace.Header, Program> programs;
    private final List<String> threads = new ArrayList<>();
    private final List<String> objects = new ArrayList<>();
    private final List<InstrSite> sites = new ArrayList<>();
    private final Map<String, List<Instr>> functions = new HashMap<>();
    private final List<RecordedStep> steps = new ArrayList<>();
    private Optional<RecordedTrace.Header> header = Optional.empty();
    private Optional<Program> program = Optional.empty();
    private Optional<RecordedTrace.Ending> ending = Optional.empty();
    private final TraceValues.Read values = new TraceValues.Read();
    private int lastSymbol;

    private TraceReader(byte[] file, Function<RecordedTrace.Header, Program> programs) {
        this.file = file;
        this.programs = programs;
    }

    /** Whether the bytes begin as a trace does. */
    public static boolean isTrace(byte[] beginning) {
        int common = Math.min(beginning.length, TraceFormat.MAGIC.length);
        return common > 0 && Arrays.equals(beginning, 0, common, TraceFormat.MAGIC, 0, common);
    }

    /** Throws a {@link TraceException} for what is no trace, and for damage unless that is allowed. */
    public static RecordedTrace read(byte[] file, Function<RecordedTrace.Header, Program> programs, Damage damage) {
        var reader = new TraceReader(file, programs);
        reader.checkBeginning();
        try {
            reader.readBlocks();
            if (reader.ending.isEmpty()) throw new TraceException("the trace breaks off", file.length);
        } catch (TraceException e) {
            if (damage == Damage.REFUSED || reader.header.isEmpty()) throw e;
        }
        return new RecordedTrace(
                reader.header.orElseThrow(),
                List.copyOf(reader.threads),
                List.copyOf(reader.objects),
                reader.steps,
                reader.ending.orElse(RecordedTrace.Ending.PARTIAL));
    }

    private void checkBeginning() {
        int version = TraceFormat.MAGIC.length;
        if (!isTrace(file)) throw new TraceException("this is not a trace: it does not begin like one", 0);
        if (file.length <= version) throw new TraceException("the trace breaks off", file.length);
        if (file[version] != TraceFormat.VERSION) {
            throw new TraceException(
                    "a trace of version " + file[version] + ", where version " + TraceFormat.VERSION + " is known",
                    version);
        }
    }

    private void readBlocks() {
        int at = TraceFormat.MAGIC.length + 1;
        while (at < file.length && ending.isEmpty()) {
            int start = at;
            long length = 0;
            for (int shift = 0; ; shift += 7) {
                if (at == file.length) throw new TraceException("the trace breaks off", at);
                if (shift > 28) throw new TraceException("the trace is damaged: an endless block", start);
                int octet = file[at++] & 0xff;
                length |= (octet & 0x7fL) << shift;
                if (octet < 0x80) break;
            }
            if (length + 4 > file.length - at) throw new TraceException("the trace breaks off", file.length);
            byte[] block = Arrays.copyOfRange(file, at, at + (int) length);
            long expected = 0;
            for (int i = 0; i < 4; i++) expected |= (file[at + (int) length + i] & 0xffL) << (8 * i);
            var checksum = new CRC32();
            checksum.update(block);
            if (checksum.getValue() != expected) {
                throw new TraceException("the trace is damaged: a checksum does not fit the block", start);
            }
            var in = new TraceBytes.In(block, at);
            while (!in.isAtEnd()) record(in);
            at += (int) length + 4;
        }
        if (ending.isPresent() && at < file.length) {
            throw new TraceException("the trace is damaged: something follows its end", at);
        }
    }

    private void record(TraceBytes.In in) {
        int tag = in.count(MOST, "a record of kind");
        if (header.isEmpty() && tag != TraceFormat.HEADER) throw in.broken("no header");
        switch (tag) {
            case TraceFormat.HEADER -> header(in);
            case TraceFormat.THREAD -> threads.add(in.text());
            case TraceFormat.OBJECT -> objects.add(in.text());
            case TraceFormat.SITE -> sites.add(site(in));
            case TraceFormat.STEP -> steps.add(step(in));
            case TraceFormat.VALUE -> values.record(in);
            case TraceFormat.END ->
                ending = Optional.of(
                        RecordedTrace.Ending.values()[in.count(RecordedTrace.Ending.values().length - 1, "ending")]);
            default -> throw in.broken("a record of unknown kind " + tag);
        }
    }

    private void header(TraceBytes.In in) {
        String name = in.text();
        var options = new ArrayList<String>();
        for (int count = in.count(MOST, "options"); count > 0; count--) options.add(in.text());
        var read = new RecordedTrace.Header(name, options, in.text());
        header = Optional.of(read);
        program = Optional.of(programs.apply(read));
    }

    private InstrSite site(TraceBytes.In in) {
        String function = in.text();
        int index = in.count(MOST, "instruction");
        in.text();
        in.number();
        Program from = program.orElseThrow();
        if (!from.functions().containsKey(function)) throw in.broken("no function " + function);
        List<Instr> body = functions.computeIfAbsent(function, name -> InstrSite.numbered(from.function(name)));
        if (index >= body.size()) throw in.broken("no instruction " + index + " in " + function);
        InstrSite site = InstrSite.of(function, index, body.get(index));
        if (in.number() != site.locals().size())
            throw in.broken("instruction " + index + " of " + function + " differs");
        return site;
    }

    private RecordedStep step(TraceBytes.In in) {
        int thread = in.count(threads.size() - 1, "thread");
        var choices = new ArrayList<Long>();
        for (int count = in.count(MOST, "choices"); count > 0; count--) choices.add(value(in));
        var events = new ArrayList<TraceEvent>();
        for (int count = in.count(MOST, "events"); count > 0; count--) events.add(event(in));
        return new RecordedStep(thread, events, choices);
    }

    private TraceEvent event(TraceBytes.In in) {
        InstrSite site = sites.get(in.count(sites.size() - 1, "site"));
        int flags = in.count(TraceFormat.ALL_FLAGS, "flags");
        long result = value(in);
        long written = (flags & TraceFormat.HAS_WRITTEN) != 0 ? value(in) : result;
        int inputs = site.locals().size();
        int[] symbols = new int[inputs];
        long[] inputValues = new long[inputs];
        for (int i = 0; i < inputs; i++) {
            if ((flags & TraceFormat.HAS_INPUT_SYMBOLS) != 0) {
                int back = in.count(lastSymbol, "symbol");
                symbols[i] = back == 0 ? 0 : lastSymbol - back + 1;
            }
            inputValues[i] = value(in);
        }
        int symbol = 0;
        if ((flags & TraceFormat.HAS_SYMBOL) != 0) {
            symbol = (int) (lastSymbol + in.signed());
            if (symbol <= 0) throw in.broken("symbol " + symbol);
            lastSymbol = symbol;
        }
        var ranges = new ArrayList<Range>(1);
        for (int count = flags >>> TraceFormat.RANGES_SHIFT & TraceFormat.MOST_RANGES; count > 0; count--) {
            int object = in.count(objects.size() - 1, "object");
            ranges.add(new Range(object, in.signed(), in.number(), keys(in, flags)));
        }
        OptionalLong before = (flags & TraceFormat.HAS_BEFORE) != 0 ? OptionalLong.of(value(in)) : OptionalLong.empty();
        int detail = (flags & TraceFormat.HAS_DETAIL) != 0 ? (int) in.signed() : TraceEvent.NOTHING;
        var concerned = new ArrayList<Integer>(1);
        if ((flags & TraceFormat.HAS_THREADS) != 0) {
            for (int count = in.count(MOST, "threads"); count > 0; count--) concerned.add(in.count(MOST, "thread"));
        }
        return new TraceEvent(
                site, symbols, inputValues, symbol, result, written, List.copyOf(ranges), before, detail, concerned);
    }

    private long value(TraceBytes.In in) {
        return values.name(in.signed());
    }

    private List<Long> keys(TraceBytes.In in, int flags) {
        var keys = new ArrayList<Long>(1);
        if ((flags & TraceFormat.HAS_KEYS) == 0) return keys;
        for (int count = in.count(MOST, "keys"); count > 0; count--) keys.add(value(in));
        return keys;
    }
}
