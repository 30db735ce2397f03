package dev.moirai.generate;

import java.util.ArrayList;
import java.util.List;

/** A type of a generated program, as far as its initialisers and printouts need to know it. */
sealed interface Shape {
    record Scalar(String type) implements Shape {}

    record Array(Shape of, int length) implements Shape {}

    /** {@code name} is how the program names it; one without a name is written where it is used. */
    record Record(String name, String keyword, List<Member> members, String attributes) implements Shape {
        boolean isUnion() {
            return keyword.equals("union");
        }

        /** {@code struct { ... }} with its attributes. */
        String body() {
            var text = new StringBuilder(keyword).append(" { ");
            for (Member member : members) {
                String width = member.width < 0 ? "" : " : " + member.width;
                text.append(member.shape.declare(member.name + width))
                        .append(member.attributes)
                        .append("; ");
            }
            return text.append("}").append(attributes).toString();
        }
    }

    /** {@code width} is that of a bit-field, or -1. Without a name: padding, or an anonymous struct. */
    record Member(String name, Shape shape, int width, String attributes) {
        boolean isPadding() {
            return name.isEmpty() && shape instanceof Scalar;
        }
    }

    /** A declaration of that name. */
    default String declare(String name) {
        return switch (this) {
            case Scalar(var type) -> type + " " + name;
            case Array(var of, var length) -> of.declare(name + "[" + length + "]");
            case Record record -> (record.name.isEmpty() ? record.body() : record.name) + " " + name;
        };
    }

    /** A value that can be read: how it is written, and whether it is a bit-field. */
    record Leaf(String path, String type, boolean bits) {}

    /** All values inside; of a union those of its first member. */
    default List<Leaf> leaves(String path) {
        return switch (this) {
            case Scalar(var type) -> List.of(new Leaf(path, type, false));
            case Array(var of, var length) -> {
                List<Leaf> all = new ArrayList<>();
                for (int i = 0; i < length; i++) all.addAll(of.leaves(path + "[" + i + "]"));
                yield all;
            }
            case Record record -> {
                List<Leaf> all = new ArrayList<>();
                for (Member member : record.members) {
                    if (member.isPadding()) continue;
                    String inner = member.name.isEmpty() ? path : path + "." + member.name;
                    if (member.width >= 0) all.add(new Leaf(inner, ((Scalar) member.shape).type(), true));
                    else all.addAll(member.shape.leaves(inner));
                    if (record.isUnion()) break;
                }
                yield all;
            }
        };
    }
}
