package dev.moirai.frontend.c;

import dev.moirai.frontend.c.wide.Wide;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sizes, alignments and the IR's view of C types. */
final class Layouts {
    static final long INCOMPLETE = -1;

    private final DataModel model;
    private final Map<String, RecordType> records = new LinkedHashMap<>();
    private final Map<String, Layout> completed = new HashMap<>();
    private final Map<String, Integer> tagsGiven = new HashMap<>();

    private final Map<CType.Array, CType> vectors = new HashMap<>();
    private boolean haveWideNumbers;

    Layouts(DataModel model) {
        this.model = model;
    }

    DataModel model() {
        return model;
    }

    /** A new record type, named after its tag. */
    RecordType newRecord(String tag, Layout.Kind kind) {
        String wanted = tag.isEmpty() ? RecordType.ANONYMOUS : tag;
        int number = tagsGiven.merge(wanted, 1, Integer::sum);
        var record = new RecordType(number == 1 ? wanted : wanted + "@" + number, kind);
        records.put(record.tag(), record);
        return record;
    }

    /** Whether a vector has been declared. */
    boolean haveVectors() {
        return !vectors.isEmpty();
    }

    /** A vector of so many bytes, which is aligned to its size. */
    CType vector(CType element, long bytes) {
        var lanes = new CType.Array(element, bytes / size(element));
        return vectors.computeIfAbsent(lanes, _ -> {
            RecordType record =
                    newRecord("vector_" + element.toString().replace(' ', '_') + "_" + bytes, Layout.Kind.STRUCT);
            record.lanes(lanes);
            record.complete(
                    List.of(new RecordType.Field("lanes", lanes, 0, 0, Optional.empty())),
                    List.of(new Layout.Field("lanes", object(lanes), 0)),
                    bytes,
                    (int) bytes);
            completed(record);
            return new CType.Aggregate(record);
        });
    }

    Collection<RecordType> records() {
        return records.values();
    }

    /** The layouts of the records completed so far. */
    Map<String, Layout> completed() {
        return completed;
    }

    void completed(RecordType record) {
        completed.put(record.tag(), record.layout());
    }

    Sizes sizes() {
        return new Sizes(model, completed);
    }

    /** Whether a type of numbers of more than 64 bits has been asked for. */
    boolean haveWideNumbers() {
        return haveWideNumbers;
    }

    private Type wide(Type type) {
        haveWideNumbers = true;
        return type;
    }

    Type ir(CType type) {
        return switch (type) {
            case CType.Void _ -> Type.VOID;
            case CType.Int i when i.bytes(model) > 8 -> wide(new Type.Int(i.bytes(model) * 8, i.signed()));
            case CType.Int i -> new Type.Int(i.bytes(model) * 8, i.signed());
            case CType.Floating f -> f.equals(CType.LONG_DOUBLE) ? wide(Wide.EXTENDED) : new Type.Float(f.bytes() * 8);
            case CType.Pointer(var target) -> new Type.Pointer(object(target));
            case CType.Array(var element, var length) -> new Type.Array(object(element), Math.max(length, 0));
            case CType.VariableArray(var element, var _) -> new Type.Array(object(element), 0);
            case CType.Function _ -> new Type.Code();
            case CType.Aggregate(var record) -> new Type.Struct(record.tag());
            case CType.Synchronising(var kind) -> new Type.Opaque(kind);
            case CType.Atomic(var of) -> ir(of);
            case CType.Qualified(var of, var _, var _, var _) -> ir(of);
            case CType.Refused(var _, var bytes) -> new Type.Array(Type.U8, bytes);
        };
    }

    /** The IR's type of an object, which for wide numbers is not that of their values. */
    Type object(CType type) {
        Type value = ir(type);
        if (!Wide.isWide(value)) return value;
        if (value instanceof Type.Float) {
            Layout layout = Wide.layout((int) size(CType.LONG_DOUBLE), alignment(CType.LONG_DOUBLE));
            completed.put(layout.tag(), layout);
        }
        return Wide.object(value);
    }

    Type.Pointer pointerTo(CType type) {
        return new Type.Pointer(object(type));
    }

    /** The size in bytes; {@link #INCOMPLETE} if it is unknown, or known only at run time. */
    long size(CType type) {
        return switch (type) {
            case CType.Void _, CType.Function _ -> 1; // as GNU C has it
            case CType.Int i -> i.bytes(model);
            case CType.Floating f -> f.equals(CType.LONG_DOUBLE) && model == DataModel.ILP32 ? 12 : f.bytes();
            case CType.Pointer _ -> model.pointerBytes();
            case CType.Array(var element, var length) -> {
                long one = size(element);
                yield length == CType.Array.UNKNOWN || one == INCOMPLETE ? INCOMPLETE : product(one, length);
            }
            case CType.VariableArray _ -> INCOMPLETE;
            case CType.Aggregate(var record) -> record.isComplete() ? record.size() : INCOMPLETE;
            case CType.Synchronising(var kind) -> kind.bytes(model);
            case CType.Atomic(var of) -> size(of);
            case CType.Qualified(var of, var _, var _, var _) -> size(of);
            case CType.Refused(var _, var bytes) -> bytes;
        };
    }

    /** Whether an object can have this many bytes. */
    boolean fits(long bytes) {
        return bytes >= 0 && bytes <= model.largestObject();
    }

    String tooLarge(long bytes) {
        String size = bytes < 0 || bytes == Long.MAX_VALUE ? "beyond all bounds" : bytes + " bytes";
        return "an object that is too large: " + size + ", at most " + model.largestObject() + " bytes are possible";
    }

    /** A product that stays beyond all sizes if it overflows. */
    private static long product(long size, long length) {
        return Math.multiplyHigh(size, length) == 0 && size * length >= 0 ? size * length : Long.MAX_VALUE;
    }

    int alignment(CType type) {
        return switch (type) {
            case CType.Void _, CType.Function _ -> 1;
            case CType.Int _, CType.Floating _ -> (int) Math.min(size(type), model == DataModel.ILP32 ? 4 : 16);
            case CType.Pointer _ -> model.pointerBytes();
            case CType.Array(var element, var _) -> alignment(element);
            case CType.VariableArray(var element, var _) -> alignment(element);
            case CType.Aggregate(var record) -> record.alignment();
            case CType.Synchronising(var kind) -> kind.bytes(model) == 4 ? 4 : model.pointerBytes();
            // An atomic object is aligned to its size, even where the plain one is not (i386).
            case CType.Atomic(var of) -> (int) Math.max(alignment(of), of.isScalar() ? size(of) : 1);
            case CType.Qualified(var of, var _, var _, var own) -> own != 0 ? own : alignment(of);
            case CType.Refused(var _, var bytes) -> model == DataModel.ILP32 ? 4 : Math.min(bytes, 16);
        };
    }

    CType.Int sizeType() {
        return model == DataModel.LP64 ? CType.UNSIGNED_LONG : CType.UNSIGNED_INT;
    }

    CType.Int distanceType() {
        return model == DataModel.LP64 ? CType.LONG : CType.INT;
    }

    /** The first signed type that has 64 bits. */
    CType.Int longest() {
        return model == DataModel.LP64 ? CType.LONG : CType.LONG_LONG;
    }

    CType.Int wideCharacter() {
        return model == DataModel.LP64 ? CType.INT : CType.LONG;
    }

    /** A C type for values of the given IR type that come from a library model. */
    CType typeOf(Type type) {
        return switch (type) {
            case Type.Void _ -> CType.VOID;
            case Type.Int i when i.width() <= 8 -> i.signed() ? CType.SIGNED_CHAR : CType.UNSIGNED_CHAR;
            case Type.Int i when i.width() <= 16 -> i.signed() ? CType.SHORT : CType.UNSIGNED_SHORT;
            case Type.Int i when i.width() <= 32 -> i.signed() ? CType.INT : CType.UNSIGNED_INT;
            case Type.Int i when i.width() <= 64 -> i.signed() ? CType.LONG_LONG : CType.UNSIGNED_LONG_LONG;
            case Type.Int i -> i.signed() ? CType.INT128 : CType.UNSIGNED_INT128;
            case Type.Float(var width) -> width == 32 ? CType.FLOAT : width == 64 ? CType.DOUBLE : CType.LONG_DOUBLE;
            case Type.Pointer(var target) -> new CType.Pointer(typeOf(target));
            case Type.Struct(var tag) when records.containsKey(tag) -> aggregate(tag);
            case Type.Array _, Type.Struct _, Type.Code _, Type.Mathematical _ -> CType.VOID;
            case Type.Opaque(var kind) -> new CType.Synchronising(kind);
        };
    }

    private CType aggregate(String tag) {
        RecordType record = records.get(tag);
        return record == null ? CType.VOID : new CType.Aggregate(record);
    }
}
