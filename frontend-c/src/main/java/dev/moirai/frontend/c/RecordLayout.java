package dev.moirai.frontend.c;

import dev.moirai.ir.Layout;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lays out one struct or union as gcc does on x86 (System V ABI with PCC_BITFIELD_TYPE_MATTERS): a bit-field stays within
 * naturally aligned storage of its declared type. A run of adjacent bit-fields is one memory location for C (6.2.5,
 * 3.14), so it becomes one integer unit of the IR's layout, or as many as 64 bits demand.
 */
final class RecordLayout {
    /**
     * A member as declared. {@code width} is negative unless it is a bit-field; {@code alignment} is 0 unless asked
     * for.
     */
    record Member(String name, CType type, int width, int alignment, Packing packing) {}

    enum Packing {
        NATURAL,
        PACKED
    }

    private record Placed(Member member, long bit) {}

    private final Layouts layouts;
    private final RecordType record;
    private final Packing packing;
    /** The limit on alignment that {@code #pragma pack} sets. */
    private final int limit;

    private final SourceSpan span;
    private final List<RecordType.Field> fields = new ArrayList<>();
    private final List<Layout.Field> units = new ArrayList<>();
    private final List<Placed> run = new ArrayList<>();
    private long position;
    private long end;
    private int alignment = 1;

    RecordLayout(Layouts layouts, RecordType record, Packing packing, int limit, SourceSpan span) {
        this.limit = limit;
        this.span = span;
        this.layouts = layouts;
        this.record = record;
        this.packing = packing;
    }

    void complete(List<Member> members, int wantedAlignment) {
        for (Member member : members) {
            if (record.isUnion()) position = 0;
            if (member.width < 0) plain(member);
            else bits(member);
            if (record.isUnion()) closeRun(Long.MAX_VALUE);
            end = Math.max(end, position);
        }
        alignment = Math.max(alignment, wantedAlignment);
        long size = roundUp((end + 7) / 8, alignment);
        closeRun(size);
        record.complete(fields, units, size, alignment);
        layouts.completed(record);
    }

    private boolean isPacked(Member member) {
        return packing == Packing.PACKED || member.packing == Packing.PACKED;
    }

    private int naturalAlignment(Member member) {
        int natural = isPacked(member) ? 1 : layouts.alignment(member.type);
        return limited(Math.max(natural, member.alignment));
    }

    /** The alignment that a named bit-field asks of its struct; as in gcc, packing does not count under a pragma. */
    private int bitsAlignment(Member member) {
        boolean loose = limit == PackPragmas.NONE && isPacked(member);
        return limited(Math.max(loose ? 1 : layouts.alignment(member.type), member.alignment));
    }

    private int limited(int align) {
        return limit == PackPragmas.NONE ? align : Math.min(align, limit);
    }

    private void plain(Member member) {
        int align = naturalAlignment(member);
        position = roundUp(position, align * 8L);
        long offset = position / 8;
        closeRun(offset);
        alignment = Math.max(alignment, align);
        fields.add(new RecordType.Field(member.name, member.type, offset, units.size(), Optional.empty()));
        units.add(new Layout.Field(member.name, layouts.object(member.type), offset));
        position += Math.max(layouts.size(member.type), 0) * 8; // a flexible array member takes no room
    }

    private void bits(Member member) {
        long unit = layouts.alignment(member.type) * 8L;
        long size = layouts.size(member.type) * 8;
        if (member.width == 0) {
            // Packing does not affect bit-fields of width zero.
            position = roundUp(position, Math.max(unit, limited(member.alignment) * 8L));
            closeRun(position / 8);
            return;
        }
        if (member.alignment > 0) position = roundUp(position, limited(member.alignment) * 8L);
        boolean leavesStorage = (position % unit + member.width + unit - 1) / unit > size / unit;
        boolean mayCross = isPacked(member) || limit != PackPragmas.NONE;
        if (!mayCross && leavesStorage) position = roundUp(position, unit);
        if (!member.name.isEmpty()) {
            alignment = Math.max(alignment, bitsAlignment(member));
            run.add(new Placed(member, position));
        }
        position += member.width;
    }

    /** Cuts the bit-fields since the last plain member into units; the bytes from {@code limit} on are taken. */
    private void closeRun(long limit) {
        int storage = layouts.model().pointerBytes();
        int next = 0;
        while (next < run.size()) {
            long start = run.get(next).bit / 8;
            int last = next;
            // Except in packed structs, no bit-field crosses a border of its storage, so none is in two windows.
            long window = start / storage * storage + 8;
            while (last + 1 < run.size() && endOf(last + 1) <= window * 8) last++;
            unit(start, run.subList(next, last + 1), limit);
            next = last + 1;
        }
        run.clear();
    }

    private long endOf(int index) {
        return run.get(index).bit + run.get(index).member.width;
    }

    private void unit(long start, List<Placed> members, long limit) {
        Placed last = members.getLast();
        int bytes = (int) ((last.bit + last.member.width + 7) / 8 - start);
        if (bytes > 8) throw CError.unsupported(span, "a packed bit-field that lies in nine bytes");
        int power = Integer.highestOneBit(Math.max(bytes * 2 - 1, 1));
        if (power <= 8 && start % power == 0 && start + power <= limit && !record.isUnion()) bytes = power;
        var type = new Type.Int(bytes * 8, false);
        var names = new StringBuilder();
        for (Placed placed : members) {
            names.append(names.isEmpty() ? "" : ":").append(placed.member.name);
            var bits = new RecordType.Bits(type, (int) (placed.bit - start * 8), placed.member.width);
            fields.add(new RecordType.Field(
                    placed.member.name, placed.member.type, start, units.size(), Optional.of(bits)));
        }
        units.add(new Layout.Field(names.toString(), type, start));
    }

    static long roundUp(long value, long multiple) {
        return (value + multiple - 1) / multiple * multiple;
    }
}
