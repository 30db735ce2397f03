/* Addresses of the internet as text and back. */

#include <errno.h>
#include <stddef.h>

int sprintf(char *text, const char *format, ...);
size_t strlen(const char *text);
char *strcpy(char *into, const char *from);

/* The bytes of a number of one to four parts, in the order of the net; the length of what was read, or -1. */
static int parse(const char *text, unsigned char bytes[4]) {
    unsigned long long parts[4];
    int count = 0;
    const char *at = text;
    for (;;) {
        int base = 10;
        unsigned long long value = 0;
        if (*at < '0' || *at > '9' || count == 4) return -1;
        if (at[0] == '0') {
            base = 8;
            if (at[1] == 'x' || at[1] == 'X') {
                base = 16;
                at += 2;
            }
        }
        for (;; at++) {
            int digit = *at >= '0' && *at <= '9' ? *at - '0'
                : *at >= 'a' && *at <= 'f'       ? *at - 'a' + 10
                : *at >= 'A' && *at <= 'F'       ? *at - 'A' + 10
                                                 : 16;
            if (digit >= base) break;
            value = value * (unsigned) base + (unsigned) digit;
            if (value > 0xffffffffULL) return -1;
        }
        parts[count++] = value;
        if (*at != '.') break;
        at++;
    }
    if (*at != 0 && *at != ' ' && *at != '\t' && *at != '\n') return -1;
    unsigned long long number = parts[count - 1];
    if (number >> 8 * (5 - count)) return -1;
    for (int i = 0; i < count - 1; i++) {
        if (parts[i] > 255) return -1;
        number |= parts[i] << 8 * (3 - i);
    }
    for (int i = 0; i < 4; i++) bytes[i] = (unsigned char) (number >> 8 * (3 - i));
    return (int) (at - text);
}

int inet_aton(const char *text, void *address) {
    unsigned char bytes[4];
    if (parse(text, bytes) < 0) return 0;
    for (int i = 0; i < 4; i++) ((unsigned char *) address)[i] = bytes[i];
    return 1;
}

unsigned int inet_addr(const char *text) {
    unsigned char bytes[4];
    if (parse(text, bytes) < 0) return 0xffffffffU;
    return bytes[0] | (unsigned) bytes[1] << 8 | (unsigned) bytes[2] << 16 | (unsigned) bytes[3] << 24;
}

struct in_addr {
    unsigned int s_addr;
};

static _Thread_local char __moirai_address_text[16];

char *inet_ntoa(struct in_addr address) {
    unsigned int n = address.s_addr;
    sprintf(__moirai_address_text, "%u.%u.%u.%u", n & 255, n >> 8 & 255, n >> 16 & 255, n >> 24);
    return __moirai_address_text;
}

/* Four plain decimal numbers. */
static int strictly(const char *text) {
    int parts = 0;
    while (*text != 0) {
        int digits = 0;
        if (text[0] == '0' && text[1] >= '0' && text[1] <= '9') return 0;
        while (*text >= '0' && *text <= '9') {
            digits++;
            text++;
        }
        if (digits == 0 || digits > 3) return 0;
        parts++;
        if (*text == '.') {
            text++;
            if (*text == 0) return 0;
        } else if (*text != 0) {
            return 0;
        }
    }
    return parts == 4;
}

void __moirai_unknown(const char *what);

int inet_pton(int family, const char *text, void *address) {
    if (family == 10) __moirai_unknown("inet_pton of an address of IPv6");
    if (family != 2) {
        errno = EAFNOSUPPORT;
        return -1;
    }
    return strictly(text) ? inet_aton(text, address) : 0;
}

const char *inet_ntop(int family, const void *address, char *into, unsigned int size) {
    char text[16];
    const unsigned char *bytes = address;
    if (family == 10) __moirai_unknown("inet_ntop of an address of IPv6");
    if (family != 2) {
        errno = EAFNOSUPPORT;
        return NULL;
    }
    sprintf(text, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
    if (strlen(text) >= size) {
        errno = ENOSPC;
        return NULL;
    }
    return strcpy(into, text);
}
