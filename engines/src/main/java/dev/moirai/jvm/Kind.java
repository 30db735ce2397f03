package dev.moirai.jvm;

import dev.moirai.ir.Type;

/** The kinds of values that the JVM computes with; all smaller integers are ints. A reference is the number of its object. */
enum Kind {
    INT(Type.I32, 4),
    LONG(new Type.Int(64, true), 8),
    FLOAT(new Type.Float(32), 4),
    DOUBLE(new Type.Float(64), 8),
    REFERENCE(Type.U64, 8),
    VOID(Type.VOID, 0);

    private final Type type;
    private final int bytes;

    Kind(Type type, int bytes) {
        this.type = type;
        this.bytes = bytes;
    }

    Type type() {
        return type;
    }

    int bytes() {
        return bytes;
    }

    /** Whether it takes two slots. */
    boolean isWide() {
        return this == LONG || this == DOUBLE;
    }

    boolean isFloating() {
        return this == FLOAT || this == DOUBLE;
    }

    static Kind of(org.objectweb.asm.Type type) {
        return switch (type.getSort()) {
            case org.objectweb.asm.Type.VOID -> VOID;
            case org.objectweb.asm.Type.LONG -> LONG;
            case org.objectweb.asm.Type.FLOAT -> FLOAT;
            case org.objectweb.asm.Type.DOUBLE -> DOUBLE;
            case org.objectweb.asm.Type.OBJECT, org.objectweb.asm.Type.ARRAY -> REFERENCE;
            default -> INT;
        };
    }

    static Kind ofDescriptor(String descriptor) {
        return of(org.objectweb.asm.Type.getType(descriptor));
    }
}
