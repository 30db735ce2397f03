package dev.moirai.frontend.c;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** C's scopes, outermost first: ordinary identifiers and tags are name spaces of their own. */
final class Scopes {
    /** @param later declarations that are made when somebody asks for their name */
    private record Scope(Map<String, Symbol> symbols, Map<String, CType> tags, Map<String, Runnable> later) {
        Scope() {
            this(new HashMap<>(), new HashMap<>(), new HashMap<>(0));
        }

        Optional<Symbol> symbol(String name) {
            Runnable declaration = later.isEmpty() ? null : later.remove(name);
            if (declaration != null) declaration.run();
            return Optional.ofNullable(symbols.get(name));
        }
    }

    private final List<Scope> stack = new ArrayList<>();

    Scopes() {
        stack.add(new Scope());
    }

    private Scopes(Scope file) {
        stack.add(file);
    }

    /** New scopes for a function, nested in the file's scope. */
    Scopes atFileScope() {
        return new Scopes(stack.getFirst());
    }

    int depth() {
        return stack.size();
    }

    void open() {
        stack.add(new Scope());
    }

    void close() {
        stack.removeLast();
    }

    void declare(String name, Symbol symbol) {
        stack.getLast().symbols.put(name, symbol);
    }

    /** Declares the name as soon as somebody asks for it; at once, if it is declared already. */
    void declareLater(String name, Runnable declaration) {
        if (findHere(name).isPresent()) declaration.run();
        else stack.getLast().later.put(name, declaration);
    }

    /** Makes all declarations of the file that nobody has asked for yet. */
    void declareWaiting() {
        Scope file = stack.getFirst();
        for (String name : new TreeSet<>(file.later.keySet())) file.symbol(name);
    }

    void declareTag(String tag, CType type) {
        stack.getLast().tags.put(tag, type);
    }

    Optional<Symbol> find(String name) {
        for (int i = stack.size() - 1; i >= 0; i--) {
            Optional<Symbol> symbol = stack.get(i).symbol(name);
            if (symbol.isPresent()) return symbol;
        }
        return Optional.empty();
    }

    Optional<Symbol> findHere(String name) {
        return stack.getLast().symbol(name);
    }

    Optional<CType> findTag(String tag) {
        for (int i = stack.size() - 1; i >= 0; i--) {
            CType type = stack.get(i).tags.get(tag);
            if (type != null) return Optional.of(type);
        }
        return Optional.empty();
    }

    Optional<CType> findTagHere(String tag) {
        return Optional.ofNullable(stack.getLast().tags.get(tag));
    }
}
