package dev.moirai.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/** Writes a trace while it is recorded: blocks with checksums, so that whatever was written before a crash can be used. */
public final class TraceWriter implements Sink, AutoCloseable {
    private final OutputStream out;
    private final Map<InstrSite, Integer> sites = new IdentityHashMap<>();
    private final TraceValues.Written values = new TraceValues.Written(this::record);
    private TraceBytes.Out block = new TraceBytes.Out();
    private int lastSymbol;

    public TraceWriter(OutputStream out, RecordedTrace.Header header) {
        this.out = out;
        try {
            out.write(TraceFormat.MAGIC);
            out.write(TraceFormat.VERSION);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        block.number(TraceFormat.HEADER)
                .text(header.file())
                .number(header.options().size());
        header.options().forEach(block::text);
        block.text(header.fingerprint());
        endRecord();
    }

    @Override
    public void thread(String name) {
        block.number(TraceFormat.THREAD).text(name);
        endRecord();
    }

    @Override
    public void object(String name) {
        block.number(TraceFormat.OBJECT).text(name);
        endRecord();
    }

    @Override
    public void step(RecordedStep step) {
        for (TraceEvent event : step.events()) if (!sites.containsKey(event.site())) site(event.site());
        values.prepare(step);
        block.number(TraceFormat.STEP)
                .number(step.thread())
                .number(step.choices().size());
        step.choices().forEach(block::signed);
        block.number(step.events().size());
        step.events().forEach(this::event);
        endRecord();
    }

    /** Says how the run ended; nothing may follow. */
    public void end(RecordedTrace.Ending ending) {
        block.number(TraceFormat.END).number(ending.ordinal());
        endBlock();
    }

    private void record(TraceBytes.Out record) {
        block.writeBytes(record.toByteArray());
        endRecord();
    }

    private void site(InstrSite site) {
        sites.put(site, sites.size());
        block.number(TraceFormat.SITE)
                .text(site.function())
                .number(site.index())
                .text(site.span().file())
                .number(site.span().line())
                .number(site.locals().size());
        endRecord();
    }

    private void event(TraceEvent event) {
        boolean symbolic = event.isSymbolic();
        int flags = (event.symbol() != 0 ? TraceFormat.HAS_SYMBOL : 0)
                | (event.before().isPresent() ? TraceFormat.HAS_BEFORE : 0)
                | (event.detail() != TraceEvent.NOTHING ? TraceFormat.HAS_DETAIL : 0)
                | (event.threads().isEmpty() ? 0 : TraceFormat.HAS_THREADS)
                | (symbolic ? TraceFormat.HAS_INPUT_SYMBOLS : 0)
                | event.ranges().size() << TraceFormat.RANGES_SHIFT
                | (event.written() == event.result() ? 0 : TraceFormat.HAS_WRITTEN)
                | (isAboutCell(event) ? TraceFormat.HAS_KEYS : 0);
        block.number(sites.getOrDefault(event.site(), 0)).number(flags).signed(event.result());
        if (event.written() != event.result()) block.signed(event.written());
        for (int i = 0; i < event.values().length; i++) {
            if (symbolic) block.number(event.symbols()[i] == 0 ? 0 : lastSymbol - event.symbols()[i] + 1);
            block.signed(event.values()[i]);
        }
        if (event.symbol() != 0) {
            block.signed(event.symbol() - (long) lastSymbol);
            lastSymbol = event.symbol();
        }
        for (Range range : event.ranges()) {
            block.number(range.object()).signed(range.offset()).number(range.bytes());
            if (!isAboutCell(event)) continue;
            block.number(range.keys().size());
            range.keys().forEach(block::signed);
        }
        if (event.before().isPresent()) block.signed(event.before().getAsLong());
        if (event.detail() != TraceEvent.NOTHING) block.signed(event.detail());
        if (!event.threads().isEmpty()) {
            block.number(event.threads().size());
            event.threads().forEach(block::number);
        }
    }

    private static boolean isAboutCell(TraceEvent event) {
        return event.ranges().stream().anyMatch(range -> !range.keys().isEmpty());
    }

    private void endRecord() {
        if (block.size() >= TraceFormat.BLOCK) endBlock();
    }

    private void endBlock() {
        if (block.size() == 0) return;
        byte[] bytes = block.toByteArray();
        var checksum = new CRC32();
        checksum.update(bytes);
        try {
            var frame = new TraceBytes.Out().number(bytes.length);
            out.write(frame.toByteArray());
            out.write(bytes);
            for (int shift = 0; shift < 32; shift += 8) out.write((int) (checksum.getValue() >>> shift));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        block = new TraceBytes.Out();
    }

    @Override
    public void close() {
        endBlock();
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
