/**
 * C to IR: Eclipse CDT scans and parses; types, scopes, conversions and the order of evaluation are our own. One class an
 * idea: {@link dev.moirai.frontend.c.CFrontend} is the door, {@link dev.moirai.frontend.c.Linker} translates on demand
 * what the program can reach. Knows {@code ir}, {@code source} and its own {@code library}; nothing of CDT leaves it.
 */
@NullMarked
package dev.moirai.frontend.c;

import org.jspecify.annotations.NullMarked;
