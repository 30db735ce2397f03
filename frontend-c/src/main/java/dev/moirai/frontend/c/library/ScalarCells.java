package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * Visits memory scalar by scalar, as its type divides it, each scalar an access of its own. Unions and synchronisation
 * objects, which have no lasting scalars, are visited in the widest words their alignment allows, as in an assignment.
 */
final class ScalarCells {
    /** Arrays up to this length are visited without a loop. */
    private static final int WRITTEN_OUT = 16;

    enum Padding {
        LEFT_OUT,
        INCLUDED
    }

    /** Does something with a scalar of this type at each of several places. */
    interface Visit extends BiConsumer<Type, List<Expr>> {}

    private final CallSite site;
    private final Sizes sizes;
    private final Padding padding;

    ScalarCells(CallSite site, Padding padding) {
        this.site = site;
        this.padding = padding;
        sizes = site.sizes();
    }

    /** The unit in which memory behind a pointer to {@code type} is counted; empty if the type does not tell. */
    static Optional<Type> unit(Sizes sizes, Type type) {
        return switch (type) {
            // A flexible or unknown array has no size to count in, but its elements have.
            case Type.Array(var element, var _) -> unit(sizes, element);
            case Type.Struct(var tag) ->
                sizes.layouts().containsKey(tag) && sizes.of(type) > 0 ? Optional.of(type) : Optional.empty();
            case Type.Int _, Type.Float _, Type.Pointer _, Type.Opaque _ -> Optional.of(type);
            case Type.Void _, Type.Code _, Type.Mathematical _ -> Optional.empty();
        };
    }

    /** The common unit of both, if they agree; a type that tells nothing ({@code void}) agrees with any. */
    static Optional<Type> unit(Sizes sizes, Type left, Type right) {
        if (left instanceof Type.Void) return unit(sizes, right);
        if (right instanceof Type.Void) return unit(sizes, left);
        Optional<Type> one = unit(sizes, left);
        return one.equals(unit(sizes, right)) ? one : Optional.empty();
    }

    /** Whether every bit pattern is a value of every scalar, so that any byte may be written anywhere in it. */
    static boolean holdsOnlyIntegers(Sizes sizes, Type type) {
        return switch (type) {
            case Type.Int _ -> true;
            case Type.Array(var element, var _) -> holdsOnlyIntegers(sizes, element);
            case Type.Struct(var tag) -> {
                Layout layout = layout(sizes, tag);
                yield layout.kind() != Layout.Kind.UNION
                        && layout.fields().stream().allMatch(field -> holdsOnlyIntegers(sizes, field.type()));
            }
            case Type.Float _, Type.Pointer _, Type.Opaque _, Type.Void _, Type.Code _, Type.Mathematical _ -> false;
        };
    }

    static boolean hasPadding(Sizes sizes, Type type) {
        return switch (type) {
            case Type.Array(var element, var _) -> hasPadding(sizes, element);
            case Type.Struct(var tag) -> {
                Layout layout = sizes.layouts().get(tag);
                if (layout == null || layout.kind() == Layout.Kind.UNION) yield false;
                yield !gaps(sizes, layout).isEmpty()
                        || layout.fields().stream().anyMatch(field -> hasPadding(sizes, field.type()));
            }
            case Type.Int _,
                    Type.Float _,
                    Type.Pointer _,
                    Type.Opaque _,
                    Type.Void _,
                    Type.Code _,
                    Type.Mathematical _ -> false;
        };
    }

    /** The layout of a struct, which is complete because its scalars are counted. */
    private static Layout layout(Sizes sizes, String tag) {
        return Objects.requireNonNull(sizes.layouts().get(tag), tag);
    }

    /** The offsets of a struct's bytes that belong to no member. */
    private static List<Long> gaps(Sizes sizes, Layout layout) {
        var gaps = new ArrayList<Long>();
        long at = 0;
        for (Layout.Field field : layout.fields()) {
            for (; at < field.offset(); at++) gaps.add(at);
            at = Math.max(at, field.offset() + sizes.of(field.type()));
        }
        for (; at < layout.size(); at++) gaps.add(at);
        return gaps;
    }

    /** The number of scalars. */
    long count(Type type) {
        return switch (type) {
            case Type.Int _, Type.Float _, Type.Pointer _ -> 1;
            case Type.Array(var element, var length) -> length * count(element);
            case Type.Struct(var tag) -> {
                Layout layout = layout(sizes, tag);
                if (layout.kind() == Layout.Kind.UNION) yield count(words(type));
                long members = layout.fields().stream()
                        .mapToLong(field -> count(field.type()))
                        .sum();
                yield members
                        + (padding == Padding.INCLUDED ? gaps(sizes, layout).size() : 0);
            }
            case Type.Opaque _ -> count(words(type));
            case Type.Void _, Type.Code _, Type.Mathematical _ -> 0;
        };
    }

    /** Visits scalars in the order of memory, padding last; {@code places} are pointers to {@code type}. */
    void each(Type type, List<Expr> places, Visit visit) {
        each(type, places, WRITTEN_OUT, visit);
    }

    /** Visits like {@link #each}, without a loop. */
    void eachWrittenOut(Type type, List<Expr> places, Visit visit) {
        each(type, places, Long.MAX_VALUE, visit);
    }

    private void each(Type type, List<Expr> places, long writtenOut, Visit visit) {
        switch (type) {
            case Type.Int _, Type.Float _, Type.Pointer _ -> visit.accept(type, places);
            case Type.Array(var element, var length) -> elements(element, length, places, writtenOut, visit);
            case Type.Struct(var tag) -> {
                Layout layout = layout(sizes, tag);
                if (layout.kind() == Layout.Kind.UNION) each(words(type), places, writtenOut, visit);
                else members(tag, layout, places, writtenOut, visit);
            }
            case Type.Opaque _ -> each(words(type), places, writtenOut, visit);
            case Type.Void _, Type.Code _, Type.Mathematical _ ->
                throw new IllegalArgumentException("no scalars in " + type);
        }
    }

    private void elements(Type element, long length, List<Expr> places, long writtenOut, Visit visit) {
        var pen = new Pen(site);
        if (length <= writtenOut) {
            for (long i = 0; i < length; i++) {
                Expr index = pen.size(i);
                each(element, all(places, place -> element(place, element, index)), writtenOut, visit);
            }
        } else {
            pen.loop(
                    pen.size(length),
                    i -> each(element, all(places, place -> element(place, element, i)), writtenOut, visit));
        }
    }

    private void members(String tag, Layout layout, List<Expr> places, long writtenOut, Visit visit) {
        var pen = new Pen(site);
        var type = new Type.Pointer(new Type.Struct(tag));
        for (int i = 0; i < layout.fields().size(); i++) {
            int field = i;
            Type member = layout.fields().get(i).type();
            each(
                    member,
                    all(places, p -> new Expr.Member(Pen.as(p, type), tag, field, new Type.Pointer(member))),
                    writtenOut,
                    visit);
        }
        if (padding == Padding.LEFT_OUT) return;
        for (long gap : gaps(sizes, layout)) visit.accept(Type.U8, all(places, place -> pen.at(place, gap, Type.U8)));
    }

    static Expr element(Expr base, Type element, Expr index) {
        return new Expr.Index(base, element, index, new Type.Pointer(element));
    }

    private static List<Expr> all(List<Expr> places, UnaryOperator<Expr> each) {
        return places.stream().map(each).toList();
    }

    private Type words(Type type) {
        long size = sizes.of(type);
        int word = Math.min(sizes.alignment(type), 8);
        while (size % word != 0) word /= 2;
        return new Type.Array(new Type.Int(word * 8, false), size / word);
    }
}
