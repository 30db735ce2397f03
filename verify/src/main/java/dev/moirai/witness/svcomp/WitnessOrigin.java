package dev.moirai.witness.svcomp;

/**
 * What every witness of the competition says about itself.
 *
 * @param file the program
 * @param goal the line or lines of the specification that it is about
 * @param version of Moirai
 * @param hash the SHA-256 of the program
 * @param is32Bit the data model
 * @param created when, as ISO 8601
 */
public record WitnessOrigin(String file, String goal, String version, String hash, boolean is32Bit, String created) {}
