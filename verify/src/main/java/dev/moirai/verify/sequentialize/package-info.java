/**
 * A threaded C program as a sequential one, for the tools of others.
 */
@NullMarked
package dev.moirai.verify.sequentialize;

import org.jspecify.annotations.NullMarked;
