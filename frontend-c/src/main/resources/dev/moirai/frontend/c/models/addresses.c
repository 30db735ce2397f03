/* Addresses of the net as text and back: versions 4 and 6. */

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define __MOIRAI_INET 2
#define __MOIRAI_INET6 10

/* One to four numbers with dots between them, the last of which fills what is left. */
int inet_aton(const char *text, unsigned char *into) {
    unsigned long parts[4];
    int count = 0;
    for (;;) {
        if (*text < '0' || *text > '9') return 0;
        char *end;
        parts[count++] = strtoul(text, &end, 0);
        text = end;
        if (*text != '.' || count == 4) break;
        text++;
    }
    if (*text != 0 && *text != ' ' && *text != '\t' && *text != '\n') return 0;
    for (int i = 0; i + 1 < count; i++) {
        if (parts[i] > 255) return 0;
    }
    unsigned long last = parts[count - 1];
    if (last > 0xffffffffUL >> 8 * (count - 1)) return 0;
    for (int i = 0; i < 4; i++) {
        unsigned long byte = i + 1 < count ? parts[i] : last >> 8 * (3 - i);
        if (into != NULL) into[i] = (unsigned char) byte;
    }
    return 1;
}

unsigned int inet_addr(const char *text) {
    unsigned char bytes[4];
    unsigned int address;
    if (!inet_aton(text, bytes)) return 0xffffffffU;
    memcpy(&address, bytes, 4);
    return address;
}

struct in_addr {
    unsigned int s_addr;
};

static void __moirai_dotted(const unsigned char *bytes, char *into) {
    sprintf(into, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
}

char *inet_ntoa(struct in_addr address) {
    static _Thread_local char text[18];
    unsigned char bytes[4];
    memcpy(bytes, &address.s_addr, 4);
    __moirai_dotted(bytes, text);
    return text;
}

/* Four plain numbers. */
static int __moirai_undotted(const char *text, unsigned char *into) {
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++) {
        int value = 0;
        int digits = 0;
        for (; *text >= '0' && *text <= '9'; text++) {
            if (digits > 0 && value == 0) return 0;
            value = 10 * value + (*text - '0');
            digits++;
            if (value > 255) return 0;
        }
        if (digits == 0 || *text != (i < 3 ? '.' : 0)) return 0;
        if (i < 3) text++;
        bytes[i] = (unsigned char) value;
    }
    memcpy(into, bytes, 4);
    return 1;
}

static int __moirai_hexadecimal(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Eight groups; one :: stands for as many zeros as are missing; the last two may be dotted. */
static int __moirai_groups(const char *text, unsigned char *into) {
    unsigned char bytes[16];
    int count = 0;
    int gap = -1;
    if (text[0] == ':' && *++text != ':') return 0;
    while (*text != 0) {
        if (*text == ':') {
            if (gap >= 0) return 0;
            gap = count;
            text++;
            continue;
        }
        const char *begin = text;
        int value = 0;
        int digits = 0;
        for (; __moirai_hexadecimal(*text) >= 0 && digits < 5; digits++) value = 16 * value + __moirai_hexadecimal(*text++);
        if (*text == '.' && count <= 12) {
            if (!__moirai_undotted(begin, bytes + count)) return 0;
            count += 4;
            break;
        }
        if (digits == 0 || digits > 4 || count > 14) return 0;
        bytes[count++] = (unsigned char) (value >> 8);
        bytes[count++] = (unsigned char) value;
        if (*text == ':' && *++text == 0) return 0;
        else if (*text != 0 && text[-1] != ':') return 0;
    }
    if (gap < 0 ? count != 16 : count == 16) return 0;
    for (int i = 0; i < 16; i++) {
        int missing = 16 - count;
        into[i] = gap < 0 || i < gap ? bytes[i] : i < gap + missing ? 0 : bytes[i - missing];
    }
    return 1;
}

int inet_pton(int family, const char *text, void *into) {
    if (family == __MOIRAI_INET) return __moirai_undotted(text, into);
    if (family == __MOIRAI_INET6) return __moirai_groups(text, into);
    errno = EAFNOSUPPORT;
    return -1;
}

/* The longest run of two zero groups or more is written as :: once. */
static void __moirai_grouped(const unsigned char *bytes, char *into) {
    int best = -1;
    int longest = 1;
    for (int i = 0; i < 8; i++) {
        int length = 0;
        while (i + length < 8 && bytes[2 * (i + length)] == 0 && bytes[2 * (i + length) + 1] == 0) length++;
        if (length > longest) {
            best = i;
            longest = length;
        }
    }
    int dotted = best == 0 && (longest == 6 || (longest == 7 && bytes[14] == 0) || (longest == 5 && bytes[10] == 0xff && bytes[11] == 0xff));
    if (longest == 7) dotted = 0;
    for (int i = 0; i < 8; i++) {
        if (best >= 0 && i >= best && i < best + longest) {
            if (i == best) *into++ = ':';
            if (i == best + longest - 1 && i == 7) *into++ = ':';
            continue;
        }
        if (i > 0) *into++ = ':';
        if (i == 6 && dotted) {
            __moirai_dotted(bytes + 12, into);
            return;
        }
        into += sprintf(into, "%x", bytes[2 * i] << 8 | bytes[2 * i + 1]);
    }
    *into = 0;
}

const char *inet_ntop(int family, const void *address, char *into, unsigned int size) {
    char text[46];
    if (family != __MOIRAI_INET && family != __MOIRAI_INET6) {
        errno = EAFNOSUPPORT;
        return NULL;
    }
    if (family == __MOIRAI_INET) __moirai_dotted(address, text);
    else __moirai_grouped(address, text);
    if (strlen(text) >= size) {
        errno = ENOSPC;
        return NULL;
    }
    return strcpy(into, text);
}
