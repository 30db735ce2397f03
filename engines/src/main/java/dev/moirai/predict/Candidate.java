package dev.moirai.predict;

import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import dev.moirai.trace.InstrSite;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Claims about the same places of the same threads. A candidate without places stands for everything that was not looked at; one
 * without threads stands for the remaining threads at these places.
 *
 * @param claims the claims to be tried, the most likely first
 * @param complete whether no claim was left out
 */
record Candidate(
        Property property, List<InstrSite> sites, List<Integer> threads, List<Claim> claims, boolean complete) {
    Candidate {
        sites = List.copyOf(sites);
        threads = List.copyOf(threads);
        claims = List.copyOf(claims);
    }

    /** The places alone, whoever the threads are: what a person would call one bug. */
    String places() {
        return property.word() + " "
                + sites.stream()
                        .map(site -> place(site.span()))
                        .sorted()
                        .distinct()
                        .collect(Collectors.joining(" "));
    }

    static String place(SourceSpan span) {
        return span.line() == 0 ? span.toString() : span.file() + ":" + span.line();
    }

    @Override
    public String toString() {
        if (sites.isEmpty() && claims.isEmpty()) return property.word() + " at places not looked at";
        if (sites.isEmpty()) return property.word();
        return property.word() + " at "
                + sites.stream().map(site -> place(site.span())).distinct().collect(Collectors.joining(", "));
    }
}
