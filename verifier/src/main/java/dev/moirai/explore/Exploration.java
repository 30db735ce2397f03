package dev.moirai.explore;

import dev.moirai.property.Verdict;

/** What a search found out, and what it took. */
public record Exploration(Verdict verdict, Statistics statistics) {}
