package dev.moirai.frontend.boogie;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** What the checker found out: the type of every expression, and what every name stands for. */
final class Typing {
    /** An applied function and what its type parameters are here. */
    record Application(FunctionHead function, Map<String, BoogieType> arguments) {}

    private final Map<BoogieExpr, BoogieType> types = new IdentityHashMap<>();
    private final Map<BoogieExpr.Name, BoogieSymbol> names = new IdentityHashMap<>();
    private final Map<BoogieExpr.Apply, Application> applications = new IdentityHashMap<>();
    private final Map<BoogieExpr, List<BoogieSymbol.Bound>> bound = new IdentityHashMap<>();
    private final Map<BoogieExpr, List<BoogieSymbol.OfProcedure>> codeLocals = new IdentityHashMap<>();

    private final Map<BoogieStmt.Call, Map<String, BoogieType>> calls = new IdentityHashMap<>();

    /** What the unknowns are, as far as it is known. */
    private final Map<Integer, BoogieType> found = new HashMap<>();

    private int unknowns;

    BoogieType fresh() {
        return new BoogieType.Unknown(unknowns++);
    }

    /** The type with all that is known about its unknowns put in. */
    BoogieType known(BoogieType type) {
        return type.map(leaf -> {
            if (leaf instanceof BoogieType.Unknown(var number) && found.containsKey(number)) {
                return known(found.get(number));
            }
            return leaf;
        });
    }

    /** Makes the two types one, if that is possible. */
    boolean unify(BoogieType first, BoogieType second) {
        BoogieType a = known(first);
        BoogieType b = known(second);
        if (a.equals(b)) return true;
        if (a instanceof BoogieType.Unknown(var number)) {
            found.put(number, b);
            return true;
        }
        if (b instanceof BoogieType.Unknown(var number)) {
            found.put(number, a);
            return true;
        }
        if (a instanceof BoogieType.Declared(var name, var mine)
                && b instanceof BoogieType.Declared(var other, var its)) {
            return name.equals(other) && unify(mine, its);
        }
        if (a instanceof BoogieType.MapOf(var keys, var value) && b instanceof BoogieType.MapOf(var others, var its)) {
            return unify(keys, others) && unify(value, its);
        }
        return false;
    }

    private boolean unify(List<BoogieType> first, List<BoogieType> second) {
        if (first.size() != second.size()) return false;
        for (int i = 0; i < first.size(); i++) if (!unify(first.get(i), second.get(i))) return false;
        return true;
    }

    BoogieType set(BoogieExpr expr, BoogieType type) {
        types.put(expr, type);
        return type;
    }

    void set(BoogieExpr.Name name, BoogieSymbol symbol) {
        names.put(name, symbol);
    }

    void set(BoogieExpr.Apply apply, Application application) {
        applications.put(apply, application);
    }

    void setBound(BoogieExpr expr, List<BoogieSymbol.Bound> symbols) {
        bound.put(expr, symbols);
    }

    void setCodeLocals(BoogieExpr expr, List<BoogieSymbol.OfProcedure> symbols) {
        codeLocals.put(expr, symbols);
    }

    void setCall(BoogieStmt.Call call, Map<String, BoogieType> arguments) {
        calls.put(call, arguments);
    }

    /** What the type parameters of the called procedure are. */
    Map<String, BoogieType> typeArguments(BoogieStmt.Call call) {
        var arguments = new HashMap<String, BoogieType>();
        calls.getOrDefault(call, Map.of()).forEach((name, type) -> arguments.put(name, known(type)));
        return arguments;
    }

    BoogieType type(BoogieExpr expr) {
        BoogieType type = types.get(expr);
        if (type == null) throw new IllegalStateException("no type for " + expr);
        return known(type);
    }

    BoogieSymbol symbol(BoogieExpr.Name name) {
        BoogieSymbol symbol = names.get(name);
        if (symbol == null) throw new IllegalStateException("no symbol for " + name);
        return symbol;
    }

    Application application(BoogieExpr.Apply apply) {
        Application application = applications.get(apply);
        if (application == null) throw new IllegalStateException("no function for " + apply);
        var arguments = new HashMap<String, BoogieType>();
        application.arguments().forEach((name, type) -> arguments.put(name, known(type)));
        return new Application(application.function(), arguments);
    }

    List<BoogieSymbol.Bound> bound(BoogieExpr expr) {
        return bound.getOrDefault(expr, List.of());
    }

    List<BoogieSymbol.OfProcedure> codeLocals(BoogieExpr expr) {
        return codeLocals.getOrDefault(expr, List.of());
    }
}
