/**
 * What the user gives: C files and how they are read, and conditions over their variables. May know the front end.
 */
@NullMarked
package dev.moirai.verify.input;

import org.jspecify.annotations.NullMarked;
