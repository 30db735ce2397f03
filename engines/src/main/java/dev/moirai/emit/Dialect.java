package dev.moirai.emit;

/** The tool that the C file is for: how it expresses free values, assumptions and assertions. */
public enum Dialect {
    CBMC("""
        #ifndef __CPROVER__
        void __CPROVER_assume(_Bool);
        void __CPROVER_assert(_Bool, const char *);
        #endif
        #define ASSUME(condition) __CPROVER_assume(condition)
        #define ASSERT(condition, message) __CPROVER_assert(condition, message)
        """),
    ESBMC("""
        #ifndef __ESBMC
        void __ESBMC_assume(_Bool);
        void __ESBMC_assert(_Bool, const char *);
        #endif
        #define ASSUME(condition) __ESBMC_assume(condition)
        #define ASSERT(condition, message) __ESBMC_assert(condition, message)
        """),
    /** A program to be run: choices come from a file of numbers, one for each question, or from a seed. */
    GCC("""
        int printf(const char *, ...);
        int sscanf(const char *, const char *, ...);
        int strcmp(const char *, const char *);
        void exit(int);
        struct _IO_FILE;
        struct _IO_FILE *fopen(const char *, const char *);
        int fscanf(struct _IO_FILE *, const char *, ...);
        int fgetc(struct _IO_FILE *);

        static struct _IO_FILE *moirai_choices;
        static unsigned long long moirai_seed = 1;

        static unsigned long long moirai_random(void) {
            moirai_seed = moirai_seed * 6364136223846793005ull + 1442695040888963407ull;
            return moirai_seed >> 33;
        }

        /* A number at the beginning of a line; what follows it, and lines that begin otherwise, are remarks. */
        static long long moirai_choose(long long least, long long most) {
            long long value;
            if (!moirai_choices) return least + (long long)(moirai_random() % (unsigned long long)(most - least + 1));
            for (;;) {
                int read = fscanf(moirai_choices, "%lld", &value);
                int letter = 0;
                if (read == -1) {
                    printf("no choice left\\n");
                    exit(0);
                }
                while (letter != '\\n' && letter != -1) letter = fgetc(moirai_choices);
                if (read == 1) return value;
            }
        }

        static void moirai_arguments(int count, char **words) {
            if (count == 3 && strcmp(words[1], "--seed") == 0) {
                sscanf(words[2], "%llu", &moirai_seed);
            } else if (count == 2) {
                moirai_choices = fopen(words[1], "r");
                if (!moirai_choices) {
                    printf("cannot read %s\\n", words[1]);
                    exit(2);
                }
            } else if (count != 1) {
                printf("usage: %s [CHOICES | --seed N]\\n", words[0]);
                exit(2);
            }
        }

        #define ASSUME(condition) do { if (!(condition)) exit(0); } while (0)
        #define ASSERT(condition, message) \\
            do { if (!(condition)) { printf("violated: %s\\n", message); exit(1); } } while (0)
        """);

    private final String prelude;

    Dialect(String prelude) {
        this.prelude = prelude;
    }

    String prelude() {
        return prelude;
    }
}
