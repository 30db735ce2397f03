/* The system's log takes what it is given and shows it to nobody. */

#include <stdarg.h>
#include <stdio.h>

static int __moirai_log_mask = 255;

void __moirai_look_text(const char *text, size_t most);

static const char *__moirai_log_name;

void openlog(const char *name, int options, int facility) {
    (void) options, (void) facility;
    __atomic_store_n(&__moirai_log_name, name, 5);
}

void closelog(void) {
    __atomic_store_n(&__moirai_log_name, (const char *) 0, 5);
}

static int __VERIFIER_atomic_moirai_set_mask(int mask) {
    int before = __moirai_log_mask;
    if (mask != 0) __moirai_log_mask = mask;
    return before;
}

int setlogmask(int mask) {
    return __VERIFIER_atomic_moirai_set_mask(mask);
}

/* The text is made all the same, so that what it is made from is read. */
void vsyslog(int priority, const char *format, va_list list) {
    char none[1];
    const char *name = __atomic_load_n(&__moirai_log_name, 5);
    (void) priority;
    if (name != NULL) __moirai_look_text(name, (size_t) -1);
    vsnprintf(none, sizeof none, format, list);
}

void syslog(int priority, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsyslog(priority, format, list);
    va_end(list);
}
