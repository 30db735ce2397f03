package dev.moirai.verify.check;

import dev.moirai.bound.Site;
import dev.moirai.interpret.Follower;
import dev.moirai.interpret.Moment;
import dev.moirai.ir.Instr;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Records the instructions that an engine has executed. */
final class Footprints implements Follower {
    private final Map<Instr, Site> places;
    private final Set<Site> seen = new HashSet<>();

    /** @param places the sites of the instructions to record, by identity */
    Footprints(Map<Instr, Site> places) {
        this.places = places;
    }

    Set<Site> seen() {
        return seen;
    }

    @Override
    public void before(Moment moment) {
        Site site = places.get(moment.instr());
        if (site != null) seen.add(site);
    }

    @Override
    public void after(Moment moment) {}
}
