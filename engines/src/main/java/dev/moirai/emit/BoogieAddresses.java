package dev.moirai.emit;

import dev.moirai.ir.Global;
import dev.moirai.ir.Program;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;

/** Numbers for the addresses of globals: far enough from each other, none is null, and 31 bits hold them. */
final class BoogieAddresses {
    private static final int BITS_OF_AN_OBJECT = 20;
    private static final int MOST = 1 << 11;

    private final Map<String, Integer> places = new HashMap<>();
    private final Program source;
    private final Map<String, Global> more;

    BoogieAddresses(Program source, Map<String, Global> more) {
        this.source = source;
        this.more = more;
        var names = new LinkedHashSet<>(source.globals().keySet());
        names.addAll(more.keySet());
        for (String name : names) places.put(name, places.size() + 1);
    }

    Optional<String> of(String name) {
        Global global = more.containsKey(name) ? more.get(name) : source.global(name);
        int place = places.getOrDefault(name, MOST);
        if (place >= MOST || source.sizes().of(global.type()) >= 1L << BITS_OF_AN_OBJECT) return Optional.empty();
        return Optional.of(((long) place << BITS_OF_AN_OBJECT) + "bv" + BoogieTypes.ADDRESS);
    }
}
