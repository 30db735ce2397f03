package dev.moirai.solve.embedded;

import com.microsoft.z3.Native;
import com.microsoft.z3.Z3Exception;
import dev.moirai.logic.TermPool;
import dev.moirai.logic.VariantTerms;
import dev.moirai.logic.VariantTerms.Case;
import dev.moirai.logic.VariantTerms.VariantSort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;

/** Variants as Z3's datatypes. Those that contain each other are declared together. */
final class Z3Variants {
    private final TermPool pool;
    private final long context;
    /** Z3's sorts, of all that are no variants. */
    private final IntToLongFunction sorts;

    private final Map<Integer, Long> made = new HashMap<>();
    private final Set<Integer> underWay = new HashSet<>();

    Z3Variants(TermPool pool, long context, IntToLongFunction sorts) {
        this.pool = pool;
        this.context = context;
        this.sorts = sorts;
    }

    private VariantSort meaning(int sort) {
        return pool.math().variants().sort(sort);
    }

    long sort(int sort) {
        Long known = made.get(sort);
        if (known != null) return known;
        var group = new ArrayList<Integer>();
        collect(sort, group);
        if (group.stream().anyMatch(member -> !underWay.add(member))) {
            throw new Z3Exception("the datatype " + meaning(sort).name() + " contains itself through maps");
        }
        declare(group);
        underWay.removeAll(group);
        Long now = made.get(sort);
        if (now == null) throw new Z3Exception("no datatype " + meaning(sort).name());
        return now;
    }

    private void collect(int sort, List<Integer> group) {
        if (made.containsKey(sort) || group.contains(sort)) return;
        group.add(sort);
        for (Case one : meaning(sort).cases()) {
            for (int part : one.parts()) if (VariantTerms.isVariant(part)) collect(part, group);
        }
    }

    private void declare(List<Integer> group) {
        int count = group.size();
        var names = new long[count];
        var lists = new long[count];
        var constructors = new ArrayList<Long>();
        for (int i = 0; i < count; i++) {
            VariantSort variant = meaning(group.get(i));
            names[i] = symbol(variant.name());
            var own = new long[variant.cases().size()];
            for (int c = 0; c < own.length; c++) {
                own[c] = constructor(variant.name() + "." + c, variant.cases().get(c), group);
                constructors.add(own[c]);
            }
            lists[i] = Native.mkConstructorList(context, own.length, own);
        }
        var result = new long[count];
        Native.mkDatatypes(context, count, names, result, lists);
        for (int i = 0; i < count; i++) {
            Native.incRef(context, Native.sortToAst(context, result[i]));
            made.put(group.get(i), result[i]);
            Native.delConstructorList(context, lists[i]);
        }
        constructors.forEach(constructor -> Native.delConstructor(context, constructor));
    }

    private long constructor(String name, Case of, List<Integer> group) {
        int count = of.parts().size();
        var names = new long[count];
        var partSorts = new long[count];
        var references = new int[count];
        for (int i = 0; i < count; i++) {
            names[i] = symbol(name + "." + i);
            int part = of.parts().get(i);
            int together = group.indexOf(part);
            if (together >= 0) references[i] = together;
            else partSorts[i] = VariantTerms.isVariant(part) ? sort(part) : sorts.applyAsLong(part);
        }
        return Native.mkConstructor(context, symbol(name), symbol("is-" + name), count, names, partSorts, references);
    }

    private long symbol(String name) {
        return Native.mkStringSymbol(context, name);
    }

    // ---- terms -------------------------------------------------------------------------------------------------

    long make(int sort, int which, long[] parts) {
        long constructor = Native.getDatatypeSortConstructor(context, sort(sort), which);
        return Native.mkApp(context, constructor, parts.length, parts);
    }

    long isCase(int sort, int which, long value) {
        long recognizer = Native.getDatatypeSortRecognizer(context, sort(sort), which);
        return Native.mkApp(context, recognizer, 1, new long[] {value});
    }

    long part(int sort, int which, int index, long value) {
        long accessor = Native.getDatatypeSortConstructorAccessor(context, sort(sort), which, index);
        return Native.mkApp(context, accessor, 1, new long[] {value});
    }

    /** Which case has made the value of a model. */
    int which(int sort, long value) {
        long constructor = Native.getAppDecl(context, value);
        for (int c = 0; c < meaning(sort).cases().size(); c++) {
            long other = Native.getDatatypeSortConstructor(context, sort(sort), c);
            if (Native.isEqFuncDecl(context, constructor, other)) return c;
        }
        throw new Z3Exception("cannot understand the value " + Native.astToString(context, value));
    }
}
