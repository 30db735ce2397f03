package dev.moirai.explore;

import dev.moirai.property.Verdict;

/** The verdict of a search, and its cost. */
public record Exploration(Verdict verdict, SearchStatistics statistics) {}
