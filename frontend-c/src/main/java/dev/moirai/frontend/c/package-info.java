/**
 * C to IR: Eclipse CDT scans and parses; types, scopes, conversions and the order of evaluation are our own. {@link
 * dev.moirai.frontend.c.CFrontend} is the entry, {@link dev.moirai.frontend.c.Linker} translates on demand what the
 * program can reach. Knows {@code ir}, {@code source} and its own {@code library}; nothing of CDT leaves this package.
 */
@NullMarked
package dev.moirai.frontend.c;

import org.jspecify.annotations.NullMarked;
