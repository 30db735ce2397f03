/**
 * Puts the hooks of {@code dev.moirai.jvm.runtime} into the user's classes as they are loaded, and into a few methods of the
 * JDK. Knows that package and ASM, which the build puts into the agent's archive under a name of our own.
 */
@NullMarked
package dev.moirai.jvm.agent;

import org.jspecify.annotations.NullMarked;
