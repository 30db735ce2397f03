package dev.moirai.analysis;

import dev.moirai.ir.Function;
import dev.moirai.ir.Local;
import java.util.HashMap;
import java.util.Map;

/** A function's locals numbered from 0, in the order the function lists them. */
final class LocalNumbers {
    private final Map<String, Integer> numbers;

    LocalNumbers(Function function) {
        numbers = HashMap.newHashMap(function.locals().size());
        for (Local local : function.locals()) numbers.put(local.name(), numbers.size());
    }

    int size() {
        return numbers.size();
    }

    int of(Local local) {
        Integer number = numbers.get(local.name());
        if (number == null) throw new IllegalArgumentException("unlisted local " + local.name());
        return number;
    }
}
