/**
 * Numbers of more than 64 bits: {@code __int128} and {@code long double}. The front end writes them as if the IR had such
 * types; here functions that do are rewritten to 64-bit words, so that no engine needs to know them.
 */
@NullMarked
package dev.moirai.frontend.c.wide;

import org.jspecify.annotations.NullMarked;
