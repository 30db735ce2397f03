package dev.moirai.rely.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.rely.rule.Exposure;
import dev.moirai.solve.Limit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RungsTest {
    private static final List<Exposure> ALL = List.of(Exposure.MODULAR, Exposure.CONTROL, Exposure.FULL);

    /** Only the rung whose time was up comes again. */
    @Test
    void whatIsDecidedIsNotTriedAgain() {
        var rungs = new Rungs(ALL, Limit.none(), _ -> 1);
        var tried = new ArrayList<Exposure>();
        while (rungs.hasNext()) {
            Rungs.Rung rung = rungs.next();
            tried.add(rung.exposure());
            if (rung.exposure() == Exposure.CONTROL && tried.size() < 5)
                rung.limit().cancel();
        }
        assertThat(tried)
                .containsExactly(Exposure.MODULAR, Exposure.CONTROL, Exposure.FULL, Exposure.CONTROL, Exposure.CONTROL);
    }

    @Test
    void nothingIsTriedAfterTheLimit() {
        Limit limit = Limit.none();
        var rungs = new Rungs(ALL, limit, _ -> 1);
        assertThat(rungs.next().exposure()).isEqualTo(Exposure.MODULAR);
        limit.cancel();
        assertThat(rungs.hasNext()).isFalse();
    }
}
