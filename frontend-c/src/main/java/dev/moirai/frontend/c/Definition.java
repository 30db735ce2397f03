package dev.moirai.frontend.c;

import dev.moirai.ir.Global;
import dev.moirai.source.SourceSpan;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;

/** What the {@link Linker} knows of a variable or function; filled in as declarations are met. */
sealed interface Definition {
    String name();

    /** An attribute such as {@code weak} that lets something else, or nothing, stand for this definition. */
    Optional<String> standIn();

    void standIn(String attribute);

    /** A variable that lives as long as the process, or as long as a thread. */
    final class Variable implements Definition {
        private final String name;
        private CType type;
        private Global.Storage storage;
        private final SourceSpan span;
        private Optional<Supplier<InitialValues>> initial = Optional.empty();
        private Optional<String> literal = Optional.empty();
        private boolean defined;
        private Optional<String> standIn = Optional.empty();

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
        public Optional<String> standIn() {
            return standIn;
        }

        @Override
        public void standIn(String attribute) {
            standIn = Optional.of(attribute);
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

        /** Whether there was more than an {@code extern} declaration: at least a tentative definition. */
        boolean isDefined() {
            return defined;
        }

        void define() {
            defined = true;
        }

        void refine(CType better) {
            type = better;
        }

        void makeThreadLocal() {
            storage = Global.Storage.THREAD_LOCAL;
        }

        void initialise(Supplier<InitialValues> values) {
            initial = Optional.of(values);
            defined = true;
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
        private Optional<String> standIn = Optional.empty();

        /** A body, and the unit that contains it. */
        record Body(IASTFunctionDefinition node, Unit unit) {}

        Procedure(String name, String sourceName, CType.Function type) {
            this.name = name;
            this.sourceName = sourceName;
            this.type = type;
        }

        /** The unique name in the IR. */
        @Override
        public String name() {
            return name;
        }

        @Override
        public Optional<String> standIn() {
            return standIn;
        }

        @Override
        public void standIn(String attribute) {
            standIn = Optional.of(attribute);
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

        void define(IASTFunctionDefinition node, Unit unit, CType.Function exact) {
            body = Optional.of(new Body(node, unit));
            type = exact;
        }
    }
}
