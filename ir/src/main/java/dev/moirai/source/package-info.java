/** Where things stand in the user's files, and how to tell the user about them. Knows no other package. */
@NullMarked
package dev.moirai.source;

import org.jspecify.annotations.NullMarked;
