/** Places in the user's files, messages about them, and the words of languages that are read and written. Knows no other package. */
@NullMarked
package dev.moirai.source;

import org.jspecify.annotations.NullMarked;
