/*
 * The world outside: what the program reads, and texts for functions that only the C library has. The program calls
 * these from its own thread with the token; under a script they are not called, their results are given.
 */
#include "runtime.h"

#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

long long __moirai_real_same(long long value) {
    return value;
}

double __moirai_real_same_double(double value) {
    return value;
}

/* ---- numbers and time ------------------------------------------------------------------------------------------- */

int __moirai_real_rand(void) {
    return rand();
}

void __moirai_real_srand(unsigned start) {
    srand(start);
}

long long __moirai_real_clock(int clock, int part) {
    struct timespec now = {0, 0};
    clock_gettime(clock, &now);
    return part ? now.tv_nsec : now.tv_sec;
}

long long __moirai_real_ticks(void) {
    return clock();
}

/* ---- scanf ----------------------------------------------------------------------------------------------------- */

enum { ITEMS = 8, ITEM_BYTES = 4096 };

static _Alignas(16) char items[ITEMS][ITEM_BYTES];

int __moirai_real_scan(const char *format) {
    return scanf(format, items[0], items[1], items[2], items[3], items[4], items[5], items[6], items[7]);
}

long long __moirai_real_scanned_integer(int item, int size, int is_signed) {
    unsigned long long bits = 0;
    unsigned spare = 64 - 8 * (unsigned)size;
    memcpy(&bits, items[item], (size_t)size);
    bits <<= spare;
    return is_signed ? (long long)bits >> spare : (long long)(bits >> spare);
}

double __moirai_real_scanned_double(int item, int size) {
    float narrow;
    double wide;
    if (size == 4) {
        memcpy(&narrow, items[item], sizeof narrow);
        return narrow;
    }
    memcpy(&wide, items[item], sizeof wide);
    return wide;
}

int __moirai_real_scanned_byte(int item, int index) {
    return items[item][index];
}

/* ---- addresses of hosts ------------------------------------------------------------------------------------------ */

/* The library's list, copied to one piece of memory; its pointers point within that. */
int __moirai_flat_addresses(
        const char *node, const char *service, const struct addrinfo *hints, char *into, unsigned long size) {
    struct addrinfo *all, *copy = NULL;
    unsigned long used = 0;
    int code = getaddrinfo(node, service, hints, &all);
    if (code) return code;
    for (struct addrinfo *each = all; each; each = each->ai_next) {
        unsigned long room = sizeof *each + (each->ai_addrlen + 15u) / 16 * 16;
        if (used + room > size) break;
        if (copy) copy->ai_next = (struct addrinfo *)(into + used);
        copy = (struct addrinfo *)(into + used);
        *copy = *each;
        copy->ai_addr = (struct sockaddr *)(copy + 1);
        memcpy(copy->ai_addr, each->ai_addr, each->ai_addrlen);
        copy->ai_canonname = NULL;
        copy->ai_next = NULL;
        used += room;
    }
    freeaddrinfo(all);
    return copy ? 0 : EAI_MEMORY;
}

/* ---- texts ----------------------------------------------------------------------------------------------------- */

void *moirai_copy_text(unsigned site, const void *text) {
    char *copy;
    if (!text) return NULL;
    copy = strdup(moirai_text(site, text));
    if (!copy) finish("limit out of memory");
    return copy;
}

void moirai_check_copy(unsigned site, const void *text, void *copy) {
    if (text && strcmp(text, copy)) moirai_limit(site, "a function of the library wrote into its argument");
    free(copy);
}
