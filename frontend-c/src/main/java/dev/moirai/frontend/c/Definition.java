package dev.moirai.frontend.c;

import dev.moirai.ir.Global;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;

/** What the {@link Linker} knows of a variable or function; filled in as declarations are met. */
sealed interface Definition {
    /** The unique name in the IR. */
    String name();

    /** What its declarations let stand for it where it has no definition of its own. */
    List<StandIn> standIns();

    default void standIn(StandIn what) {
        standIns().add(what);
    }

    default Optional<StandIn> standIn() {
        return standIns().stream().reduce((earlier, later) -> later.after(earlier));
    }

    /** Whether a declaration in this file calls it weak; a definition there is then a weak one. */
    default boolean isWeakIn(Unit unit) {
        return standIns().stream().anyMatch(what -> what.isWeak() && what.unit() == unit);
    }

    /** Whether there is a definition of its own, be it a tentative one. */
    boolean isDefined();

    /** A variable that lives as long as the process, or as long as a thread. */
    final class Variable implements Definition {
        private final String name;
        private CType type;
        private Global.Storage storage;
        private final SourceSpan span;
        private Optional<Supplier<InitialValues>> initial = Optional.empty();
        private Optional<String> literal = Optional.empty();
        private Optional<Defined> defined = Optional.empty();
        private final List<StandIn> standIns = new ArrayList<>(0);

        /** The definition that counts so far. */
        record Defined(Strength strength, Unit unit, SourceSpan span) {}

        Variable(String name, CType type, Global.Storage storage, SourceSpan span) {
            this.name = name;
            this.type = type;
            this.storage = storage;
            this.span = span;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public List<StandIn> standIns() {
            return standIns;
        }

        CType type() {
            return type;
        }

        /** An object that is {@code const} is never written; one that is also volatile may change by itself. */
        Global.Storage storage() {
            boolean constant = storage == Global.Storage.SHARED && isConstant(type);
            return constant ? Global.Storage.CONSTANT : storage;
        }

        private static boolean isConstant(CType type) {
            return switch (type) {
                case CType.Array(var element, var _) -> isConstant(element);
                case CType.Qualified(var _, var constant, var unstable, var _) -> constant && !unstable;
                default -> false;
            };
        }

        SourceSpan span() {
            return span;
        }

        @Override
        public boolean isDefined() {
            return defined.isPresent() || initial.isPresent();
        }

        /** Defines a variable that has no linkage, so that nobody else can define it. */
        void initialise(Supplier<InitialValues> values) {
            initial = Optional.of(values);
        }

        Optional<Defined> defined() {
            return defined;
        }

        /** @param values none if it starts as zero */
        void define(Defined as, Optional<Supplier<InitialValues>> values) {
            defined = Optional.of(as);
            initial = values;
        }

        void refine(CType better) {
            type = better;
        }

        void makeThreadLocal() {
            storage = Global.Storage.THREAD_LOCAL;
        }

        /** The text, if this is a string literal or an array initialised by one. */
        Optional<String> literal() {
            return literal;
        }

        void literal(String text) {
            literal = Optional.of(text);
        }

        InitialValues initial() {
            return initial.map(Supplier::get).orElse(InitialValues.ZERO);
        }
    }

    /** A function, with or without a body. */
    final class Procedure implements Definition {
        private final String name;
        private final String sourceName;
        private CType.Function type;
        private Optional<Body> body = Optional.empty();
        private final List<StandIn> standIns = new ArrayList<>(0);

        /** A body, and the unit that contains it. */
        record Body(IASTFunctionDefinition node, Unit unit, Strength strength, SourceSpan span) {}

        Procedure(String name, String sourceName, CType.Function type) {
            this.name = name;
            this.sourceName = sourceName;
            this.type = type;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public List<StandIn> standIns() {
            return standIns;
        }

        /** The name in the source, by which library functions are known. */
        String sourceName() {
            return sourceName;
        }

        CType.Function type() {
            return type;
        }

        void refine(CType.Function better) {
            if (better.prototyped() || !type.prototyped()) type = better;
        }

        Optional<Body> body() {
            return body;
        }

        @Override
        public boolean isDefined() {
            return body.isPresent();
        }

        void define(Body as, CType.Function exact) {
            body = Optional.of(as);
            type = exact;
        }
    }
}
