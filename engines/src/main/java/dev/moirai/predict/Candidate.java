package dev.moirai.predict;

import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import dev.moirai.trace.InstrSite;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Claims about the same places of the same threads. Without places: about all that were not looked at; without threads: about
 * the other threads.
 *
 * @param claims those to be tried, the likeliest first
 * @param complete whether these are all there are
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
