/**
 * What the C library, POSIX threads, compiler builtins and {@code __VERIFIER_*} mean: each function either a small
 * {@link dev.moirai.frontend.c.library.FunctionModel} that emits instructions, or plain C under the resource folder {@code
 * dev/moirai/frontend/c/models}, translated like the user's own code. Headers stand beside them under {@code headers}.
 */
@NullMarked
package dev.moirai.frontend.c.library;

import org.jspecify.annotations.NullMarked;
