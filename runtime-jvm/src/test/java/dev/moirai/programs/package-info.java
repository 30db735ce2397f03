/** Programs that tests run in JVMs of their own, under the agent. */
@NullMarked
package dev.moirai.programs;

import org.jspecify.annotations.NullMarked;
