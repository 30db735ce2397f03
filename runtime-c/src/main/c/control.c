/*
 * What the run is to do (the control file), what it did (the log, one line a step: thread, site, choices) and how it
 * ended (the report, one line). A script has the form of a log.
 */
#include "runtime.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static enum mode how = STEADY;
static unsigned long long seed;
static int interrupting;
static unsigned expected[64];
static unsigned expected_count;
static unsigned long long most_steps = ~0ull;
static unsigned long long deadline;
static char watched[256];
static int report_file = -1;
static unsigned long long steps;

enum mode mode(void) {
    return how;
}

int interrupts(void) {
    return interrupting;
}

int is_expected(unsigned site) {
    for (unsigned i = 0; i < expected_count; i++) if (expected[i] == site) return 1;
    return expected_count == 0;
}

unsigned long long max_steps(void) {
    return most_steps;
}

static unsigned long long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned long long)now.tv_sec * 1000 + (unsigned long long)now.tv_nsec / 1000000;
}

int time_is_up(void) {
    return deadline && milliseconds() >= deadline;
}

unsigned long long steps_begun(void) {
    return steps;
}

int watches(const char *property) {
    /* The list is kept with spaces around each word. */
    char word[64];
    snprintf(word, sizeof word, " %s ", property);
    return strstr(watched, word) != NULL;
}

/* Steele, Lea, Flood: SplitMix64. */
unsigned long long random_number(void) {
    unsigned long long z = seed += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

/* ---- the log --------------------------------------------------------------------------------------------------- */

static int log_file = -1;
static char log_text[1 << 16];
static size_t log_length;
static int in_step;

static void write_all(int file, const char *text, size_t length) {
    while (length > 0) {
        ssize_t done = write(file, text, length);
        if (done <= 0) return;
        text += done;
        length -= (size_t)done;
    }
}

static void log_out(void) {
    if (log_file >= 0) write_all(log_file, log_text, log_length);
    log_length = 0;
}

static void log_number(long long number, char before) {
    char text[24];
    int length;
    if (log_file < 0) return;
    if (log_length + sizeof text + 1 > sizeof log_text) log_out();
    length = snprintf(text, sizeof text, "%lld", number);
    if (before) log_text[log_length++] = before;
    memcpy(log_text + log_length, text, (size_t)length);
    log_length += (size_t)length;
}

/* ---- the script ------------------------------------------------------------------------------------------------ */

/* Lines one after the other: thread, site, how many choices, the choices. */
static long long *script;
static size_t script_length, script_at;

static void read_script(const char *path) {
    FILE *file = fopen(path, "r");
    size_t room = 0, line = 0;
    int column = 0;
    long long number;
    int c;
    if (!file) finish("failed cannot read the script %s", path);
    while ((c = getc(file)) != EOF) {
        if (c == '\n') column = 0;
        if (c == ' ' || c == '\n') continue;
        ungetc(c, file);
        if (fscanf(file, "%lld", &number) != 1) finish("failed the script %s is no list of numbers", path);
        if (script_length + 2 > room) {
            room = room ? room * 2 : 1024;
            script = realloc(script, room * sizeof *script);
            if (!script) finish("limit no memory for the script");
        }
        if (column == 0) line = script_length;
        if (column >= 2) script[line + 2]++;
        script[script_length++] = number;
        if (column == 1) script[script_length++] = 0;
        column++;
    }
    fclose(file);
}

int scripted_thread(unsigned *site) {
    if (script_at >= script_length) return -1;
    *site = (unsigned)script[script_at + 1];
    return (int)script[script_at];
}

void step_begins(struct thread *thread, unsigned site) {
    /* The script knows nothing of cuts: what comes after one belongs to the step before. */
    if (how == SCRIPTED && thread->pending.cut) return;
    steps++;
    in_step = 1;
    log_number(thread->number, 0);
    log_number(site, ' ');
    if (how == SCRIPTED) {
        thread->given.at = script_at + 3;
        thread->given.end = thread->given.at + (size_t)script[script_at + 2];
        script_at = thread->given.end;
    }
}

void step_ends(const struct thread *thread) {
    if (in_step && log_file >= 0) {
        if (log_length == sizeof log_text) log_out();
        log_text[log_length++] = '\n';
    }
    in_step = 0;
    if (how == SCRIPTED && !thread->pending.cut && thread->given.at < thread->given.end) {
        diverged("%llu of the choices given were not asked for",
                 (unsigned long long)(thread->given.end - thread->given.at));
    }
}

static moirai_word scripted_choice(void) {
    struct given *given = &running()->given;
    if (given->at == given->end) diverged("a choice is asked for that the script does not give");
    return script[given->at++];
}

/* ---- choices --------------------------------------------------------------------------------------------------- */

static moirai_word canonical(unsigned type, moirai_word bits) {
    unsigned spare = 64 - (type & MOIRAI_WIDTH);
    unsigned long long high = (unsigned long long)bits << spare;
    return type & MOIRAI_SIGNED ? (moirai_word)high >> spare : (moirai_word)(high >> spare);
}

/* Small values are likelier, and the type's ends: as the interpreter's seeded runs have them. */
static moirai_word random_value(unsigned type) {
    unsigned width = type & MOIRAI_WIDTH;
    long long small = (long long)(random_number() % 33) - 16;
    if (type & MOIRAI_POINTER) return 0;
    if (type & MOIRAI_FLOAT) {
        double value = random_number() % 2 ? 0 : (double)small;
        return width == 32 ? moirai_of_float((float)value) : moirai_of_double(value);
    }
    if (width == 1) return (moirai_word)(random_number() % 2);
    switch (random_number() % 10) {
        case 0: case 1: case 2: return 0;
        case 3: case 4: return 1;
        case 5: return canonical(type, -1);
        case 6: case 7: return canonical(type, small);
        case 8: return canonical(type, random_number() % 2 ? (moirai_word)(~0ull >> (65 - width))
                                                           : (moirai_word)(1ull << (width - 1)));
        default: return canonical(type, (moirai_word)random_number());
    }
}

moirai_word moirai_any(unsigned site, unsigned type) {
    moirai_word value = how == SCRIPTED ? scripted_choice() : random_value(type);
    (void)site;
    log_number(value, ' ');
    return value;
}

moirai_word choose_one(unsigned count) {
    moirai_word value = how == SCRIPTED ? scripted_choice() : (moirai_word)(random_number() % count);
    if (value < 0 || value >= (moirai_word)count) diverged("choice %lld is not among the %u there are", value, count);
    log_number(value, ' ');
    return value;
}

int moirai_pinned(void) {
    return how == SCRIPTED;
}

moirai_word moirai_note(unsigned type, moirai_word value) {
    value = canonical(type, value);
    log_number(value, ' ');
    return value;
}

/* ---- the end --------------------------------------------------------------------------------------------------- */

static _Noreturn void report(const char *format, va_list arguments) {
    char text[512];
    int length = vsnprintf(text, sizeof text - 1, format, arguments);
    if (length < 0) length = 0;
    if ((size_t)length > sizeof text - 2) length = sizeof text - 2;
    text[length++] = '\n';
    fflush(stdout);
    fflush(stderr);
    log_out();
    if (report_file >= 0) write_all(report_file, text, (size_t)length);
    _exit(0);
}

void finish(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(format, arguments);
}

void diverged(const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    finish("diverged %llu %s", steps, text);
}

void violated(const char *property, unsigned site, int thread) {
    finish("violated %s %u %d", property, site, thread);
}

void fault(const char *property, unsigned site) {
    struct pending here = {.site = site};
    if (watches(property)) violated(property, site, running()->number);
    /* What others do before a silent end must not be lost, so it is a step of its own. */
    if (site != running()->pending.site) turn(here);
    finish("pruned %u %d", site, running()->number);
}

static void crashed(int number) {
    char text[] = "crashed 00\n";
    text[8] = (char)('0' + number / 10);
    text[9] = (char)('0' + number % 10);
    log_out();
    if (report_file >= 0) write_all(report_file, text, sizeof text - 1);
    _exit(0);
}

static void catch_signals(void) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = crashed;
    action.sa_flags = SA_ONSTACK;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaction(numbers[i], &action, NULL);
}

/* ---- the control file ------------------------------------------------------------------------------------------ */

static int open_for_writing(const char *path) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0) {
        fprintf(stderr, "moirai: cannot write %s\n", path);
        _exit(2);
    }
    return file;
}

static enum mode mode_of(const char *word) {
    if (!strcmp(word, "free")) return FREELY;
    if (!strcmp(word, "shuffled")) return SHUFFLED;
    return strcmp(word, "scripted") ? STEADY : SCRIPTED;
}

void read_control(const char *path) {
    FILE *file = path ? fopen(path, "r") : NULL;
    char line[4096];
    if (!file) {
        fprintf(stderr, "moirai: cannot read the control file; this program is run by moirai record or replay\n");
        _exit(2);
    }
    strcpy(watched, " ");
    while (fgets(line, sizeof line, file)) {
        char *value = strchr(line, ' ');
        line[strcspn(line, "\n")] = 0;
        if (!value) continue;
        *value++ = 0;
        if (!strcmp(line, "report")) report_file = open_for_writing(value);
        else if (!strcmp(line, "log")) log_file = open_for_writing(value);
        else if (!strcmp(line, "seed")) interrupting = (seed = strtoull(value, NULL, 10)) != 0;
        else if (!strcmp(line, "expect") && expected_count < sizeof expected / sizeof *expected) {
            expected[expected_count++] = (unsigned)strtoul(value, NULL, 10);
        }
        else if (!strcmp(line, "max-steps")) most_steps = strtoull(value, NULL, 10);
        else if (!strcmp(line, "time")) deadline = milliseconds() + strtoull(value, NULL, 10);
        else if (!strcmp(line, "mode")) how = mode_of(value);
        else if (!strcmp(line, "script")) read_script(value);
        else if (!strcmp(line, "watch") && strlen(watched) + strlen(value) + 2 < sizeof watched) {
            strcat(strcat(watched, value), " ");
        }
    }
    fclose(file);
    catch_signals();
}
