package dev.moirai.interpret;

import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.function.Predicate;

/**
 * Addresses and values as the user would write them: {@code x}, {@code a[3]}, {@code node.next}, {@code &x}, {@code NULL};
 * heap objects, which have no name, by type and place: {@code node@list.c:12.next}.
 */
final class Names {
    /** Given in place of a number of bytes: whatever starts at the address is meant, and of an array its first element. */
    private static final long ELEMENT = -1;

    /** The same, but members of structs are looked into for an object of the thread library. */
    private static final long SYNCHRONISER = -2;

    private final CompiledProgram program;
    private final State state;

    Names(CompiledProgram program, State state) {
        this.program = program;
        this.state = state;
    }

    /** The name of the object as a whole. */
    String name(MemObject object) {
        AllocSite site = object.site;
        return switch (site.kind()) {
            case GLOBAL, THREAD_LOCAL, CONSTANT, STACK -> site.name();
            case LITERAL -> text(object);
            case HEAP -> heapName(object);
        };
    }

    /**
     * A heap object by what it is and where it was allocated: {@code node@list.c:12}, and {@code node@list.c:12#2} for the
     * second one of that place.
     */
    private static String heapName(MemObject object) {
        AllocSite site = object.site;
        String what = site.name();
        if (site.type() instanceof Type.Struct(var tag)) {
            int number = tag.indexOf('@');
            String written = number < 0 ? tag : tag.substring(0, number);
            if (!written.isEmpty()) what = written;
        }
        String where = line(site.span());
        String name = what + "@" + where.substring(where.lastIndexOf('/') + 1);
        return object.number == 1 ? name : name + "#" + object.number;
    }

    static String line(SourceSpan span) {
        return span.line() == 0 ? span.toString() : span.file() + ":" + span.line();
    }

    /** A string literal as it stands in the program, shortened. */
    private static String text(MemObject object) {
        var text = new StringBuilder("\"");
        for (long i = 0; i < object.size && object.isLive(); i++) {
            char c = (char) object.get(i, 1);
            if (c == 0) return text.append('"').toString();
            if (text.length() > 24) return text.append("...\"").toString();
            text.append(c == '\n' ? "\\n" : Character.toString(c));
        }
        return object.site.name();
    }

    /** How large the object is: "10 elements (40 bytes)". */
    String extent(MemObject object) {
        if (object.site.type() instanceof Type.Array(var _, var length)) {
            return length + " elements (" + object.size + " bytes)";
        }
        return object.size + " bytes";
    }

    /** The name of the {@code bytes} bytes at an address. */
    String place(long address, long bytes) {
        MemObject object = state.memory.find(address);
        return object == null ? wild(address) : place(object, address, bytes, Type::isScalar);
    }

    /** The name of what starts at an address: the whole object or member, but only the first element of an array. */
    String object(long address) {
        return place(address, ELEMENT);
    }

    /** The name of the synchronisation object at an address: the member, where it is the first one of a struct. */
    String synchroniser(long address) {
        return place(address, SYNCHRONISER);
    }

    /**
     * @param meant the types that the name may stand for, if a value of that type starts there and has that many bytes
     */
    private String place(MemObject object, long address, long bytes, Predicate<Type> meant) {
        long offset = state.memory.space.offset(address, object.page);
        return name(object) + path(typeOf(object), offset, bytes, meant);
    }

    /** The type of an object. A heap object that is larger than the type it was allocated for is an array of that type. */
    private Type typeOf(MemObject object) {
        Type type = object.site.type();
        if (object.site.kind() != AllocSite.Kind.HEAP) return type;
        long size = program.sizes().of(type);
        return size == 0 || object.size == size ? type : new Type.Array(type, object.size / size);
    }

    private String path(Type type, long offset, long bytes, Predicate<Type> meant) {
        boolean whole = bytes == ELEMENT
                ? !(type instanceof Type.Array)
                : bytes == SYNCHRONISER
                        ? !(type instanceof Type.Array || type instanceof Type.Struct)
                        : bytes == 0 || bytes == program.sizes().of(type) && meant.test(type);
        if (offset == 0 && whole) return "";
        return switch (type) {
            case Type.Array(var element, var _) -> {
                long size = program.sizes().of(element);
                if (size == 0) yield "";
                long index = Math.floorDiv(offset, size);
                yield "[" + index + "]" + path(element, offset - index * size, bytes, meant);
            }
            case Type.Struct(var tag) -> field(program.program().layout(tag), offset, bytes, meant);
            case Type.Int _,
                    Type.Float _,
                    Type.Pointer _,
                    Type.Void _,
                    Type.Code _,
                    Type.Opaque _,
                    Type.Mathematical _ -> {
                long size = program.sizes().of(type);
                // An address beyond the end of a variable is written as if the variable were an array.
                if (size > 0 && bytes > 0 && (offset < 0 || offset >= size) && offset % size == 0) {
                    yield "[" + offset / size + "]";
                }
                yield offset == 0 ? "" : (offset < 0 ? "-" : "+") + Math.abs(offset) + " bytes";
            }
        };
    }

    private String field(Layout layout, long offset, long bytes, Predicate<Type> meant) {
        Layout.Field best = null;
        for (Layout.Field field : layout.fields()) {
            long size = program.sizes().of(field.type());
            if (offset < field.offset() || offset >= field.offset() + size) continue;
            boolean exact = meant.test(field.type()) && size == bytes;
            if (best == null || exact && !meant.test(best.type())) best = field;
        }
        if (best == null) return offset == 0 ? "" : (offset < 0 ? "-" : "+") + Math.abs(offset) + " bytes";
        String name = best.name().isEmpty() ? "" : "." + best.name();
        return name + path(best.type(), offset - best.offset(), bytes, meant);
    }

    /** An address that lies in no object, in words. */
    String wild(long address) {
        AddressSpace space = state.memory.space;
        if (address == 0) return "a null pointer";
        if (space.isInvalid(address)) return "a pointer moved out of its object";
        return switch (space.page(address)) {
            case 0 -> "a null pointer plus " + address;
            case AddressSpace.CODE_PAGE ->
                program.functionAt(address).map(f -> "function " + f.name).orElse("an invalid function pointer");
            default -> "an invalid pointer (0x" + Long.toHexString(address) + ")";
        };
    }

    // ---- values ------------------------------------------------------------------------------------------------

    String value(Type type, long value) {
        return switch (type) {
            case Type.Int integer -> integer(integer, value);
            case Type.Float f -> {
                double number = Arithmetic.toDouble(f, value);
                yield f.width() == 32 ? Float.toString((float) number) : Double.toString(number);
            }
            case Type.Pointer(var target) -> pointer(value, target);
            case Type.Void _, Type.Array _, Type.Struct _, Type.Code _, Type.Opaque _ -> Long.toString(value);
            case Type.Mathematical _ -> Mathematics.text(type, value);
        };
    }

    private static String integer(Type.Int type, long value) {
        if (type.width() == 1) return value == 0 ? "false" : "true";
        if (type.width() == 64 && !type.signed()) return Long.toUnsignedString(value);
        boolean character = type.width() == 8 && type.signed() && value >= 32 && value < 127;
        return character ? value + " '" + (char) value + "'" : Long.toString(value);
    }

    /** A pointer's value: {@code NULL}, {@code &x}, {@code &a[2]}, {@code worker}. */
    String pointer(long address, Type target) {
        if (address == 0) return "NULL";
        AddressSpace space = state.memory.space;
        if (space.page(address) == AddressSpace.CODE_PAGE) {
            return program.functionAt(address).map(f -> f.name).orElse("0x" + Long.toHexString(address));
        }
        MemObject object = state.memory.find(address);
        if (object == null) {
            return space.isInvalid(address) ? "out of its object" : "0x" + Long.toHexString(address);
        }
        if (object.site.kind() == AllocSite.Kind.LITERAL && space.offset(address, object.page) == 0) {
            return name(object);
        }
        boolean sized = target.isScalar()
                || target instanceof Type.Opaque
                || target instanceof Type.Struct(var tag)
                        && program.program().layouts().containsKey(tag);
        long bytes = sized ? program.sizes().of(target) : 0;
        String place = place(object, address, bytes, target.isScalar() ? Type::isScalar : target::equals);
        return switch (object.site.kind()) {
            case HEAP -> "&" + place + (object.isLive() ? "" : " (freed)");
            case GLOBAL, THREAD_LOCAL, CONSTANT, LITERAL, STACK -> "&" + place;
        };
    }

    String typeName(Type type) {
        if (!(type instanceof Type.Int(var width, var signed))) return type.toString();
        String name = switch (width) {
            case 1 -> "bool";
            case 8 -> signed ? "signed char" : "char";
            case 16 -> "short";
            case 32 -> "int";
            case 64 -> program.program().model() == DataModel.LP64 ? "long" : "long long";
            default -> width + "-bit integer";
        };
        return signed || width == 1 ? name : "unsigned " + name;
    }
}
