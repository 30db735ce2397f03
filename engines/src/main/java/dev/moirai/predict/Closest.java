package dev.moirai.predict;

import java.util.List;
import java.util.function.BiConsumer;

/** Picks pairs of accesses that lie close to each other in the trace: to bring these together, the fewest steps have to move. */
final class Closest {
    private Closest() {}

    /** Hands over pairs, all if they are few, and says whether these were all. Both lists are in the order of the trace. */
    static boolean pairs(
            List<CellAccess> some, List<CellAccess> others, int most, BiConsumer<CellAccess, CellAccess> take) {
        if ((long) some.size() * others.size() <= most) {
            for (CellAccess a : some) for (CellAccess b : others) take.accept(a, b);
            return true;
        }
        int taken = 0;
        int j = 0;
        int stride = Math.max(1, 2 * some.size() / most);
        for (int i = 0; i < some.size() && taken < most; i += stride) {
            CellAccess a = some.get(i);
            while (j < others.size() && others.get(j).node().number() < a.node().number()) j++;
            if (j > 0) {
                take.accept(a, others.get(j - 1));
                taken++;
            }
            if (j < others.size()) {
                take.accept(a, others.get(j));
                taken++;
            }
        }
        return false;
    }
}
