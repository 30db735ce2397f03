/** Places in the user's files, and messages about them. Knows no other package. */
@NullMarked
package dev.moirai.source;

import org.jspecify.annotations.NullMarked;
