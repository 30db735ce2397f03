/**
 * Termination proofs: the solved premises of a rule, a certificate that another solver checks, an explanation for
 * people; and the contract of the engines that look for one. Knows {@code rely.rule} and what that knows.
 */
@NullMarked
package dev.moirai.rely.proof;

import org.jspecify.annotations.NullMarked;
