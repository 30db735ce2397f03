package dev.moirai.generate;

/** The global names of one generated program; the prefix keeps many programs apart in one translation unit. */
record Names(String prefix) {
    String of(String name) {
        return prefix + "_" + name;
    }

    String array() {
        return of("array");
    }

    String matrix() {
        return of("matrix");
    }

    String pointer() {
        return of("pointer");
    }

    String record() {
        return of("record");
    }

    String records() {
        return of("records");
    }

    String recordPointer() {
        return of("record_pointer");
    }

    String recordTag() {
        return of("Record");
    }

    String union() {
        return of("either");
    }

    String unionTag() {
        return of("Either");
    }

    String enumTag() {
        return of("Colour");
    }

    String enumConstant(int index) {
        return of("COLOUR" + index);
    }

    String function(int index) {
        return of("f" + index);
    }

    String function(String name) {
        return of(name);
    }

    String functionTable() {
        return of("table");
    }

    String global(int index) {
        return of("g" + index);
    }
}
