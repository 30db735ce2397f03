/* Names of hosts. Which hosts there are nobody knows, so that every name may be unknown, or be that of any address. */

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);

#define __MOIRAI_INET 2

int inet_aton(const char *text, unsigned char *into);

static _Thread_local int __moirai_host_error;

int *__h_errno_location(void) {
    return &__moirai_host_error;
}

const char *hstrerror(int code) {
    switch (code) {
        case 0: return "Resolver Error 0 (no error)";
        case 1: return "Unknown host";
        case 2: return "Host name lookup failure";
        case 3: return "Unknown server error";
        case 4: return "No address associated with name";
        default: return code < 0 ? "Resolver internal error" : "Unknown resolver error";
    }
}

void herror(const char *text) {
    if (text != NULL && *text != 0) fprintf(stderr, "%s: ", text);
    fprintf(stderr, "%s\n", hstrerror(__moirai_host_error));
}

struct __moirai_host {
    char *name;
    char **aliases;
    int family;
    int length;
    char **addresses;
};

struct __moirai_host *gethostbyname(const char *name) {
    static struct __moirai_host host;
    static unsigned char bytes[4];
    static char *addresses[2];
    static char *none[1];
    static char text[256];
    if (!inet_aton(name, bytes)) {
        if (__VERIFIER_nondet_bool()) {
            __moirai_host_error = 1;
            return NULL;
        }
        for (int i = 0; i < 4; i++) bytes[i] = __VERIFIER_nondet_uchar();
    }
    strncpy(text, name, sizeof text - 1);
    addresses[0] = (char *) bytes;
    host.name = text;
    host.aliases = none;
    host.family = __MOIRAI_INET;
    host.length = 4;
    host.addresses = addresses;
    return &host;
}

struct __moirai_hint {
    int flags;
    int family;
    int type;
    int protocol;
    unsigned int length;
    void *address;
    char *name;
    struct __moirai_hint *next;
};

/* One address of version 4, or none. */
int getaddrinfo(
    const char *node, const char *service, const struct __moirai_hint *wanted, struct __moirai_hint **into) {
    unsigned char bytes[4] = {127, 0, 0, 1};
    if (node == NULL && service == NULL) return -2;
    if (wanted != NULL && wanted->family != 0 && wanted->family != __MOIRAI_INET) return -9;
    if (node == NULL) {
        if (wanted != NULL && (wanted->flags & 1) != 0) bytes[0] = bytes[3] = 0;
    } else if (!inet_aton(node, bytes)) {
        if ((wanted != NULL && (wanted->flags & 4) != 0) || __VERIFIER_nondet_bool()) return -2;
        for (int i = 0; i < 4; i++) bytes[i] = __VERIFIER_nondet_uchar();
    }
    struct __moirai_hint *found = calloc(1, sizeof *found);
    unsigned char *address = calloc(1, 16);
    if (found == NULL || address == NULL) return -10;
    unsigned int port = 0;
    if (service != NULL) port = *service >= '0' && *service <= '9' ? (unsigned int) atoi(service) : __VERIFIER_nondet_uint();
    *(unsigned short *) address = __MOIRAI_INET;
    address[2] = (unsigned char) (port >> 8);
    address[3] = (unsigned char) port;
    memcpy(address + 4, bytes, 4);
    found->family = __MOIRAI_INET;
    found->type = wanted == NULL || wanted->type == 0 ? 1 : wanted->type;
    found->protocol = found->type == 1 ? 6 : found->type == 2 ? 17 : 0;
    found->length = 16;
    found->address = address;
    *into = found;
    return 0;
}

void freeaddrinfo(struct __moirai_hint *all) {
    free(all->address);
    free(all);
}

const char *gai_strerror(int code) {
    switch (code) {
        case -1: return "Bad value for ai_flags";
        case -2: return "Name or service not known";
        case -3: return "Temporary failure in name resolution";
        case -4: return "Non-recoverable failure in name resolution";
        case -6: return "ai_family not supported";
        case -7: return "ai_socktype not supported";
        case -8: return "Servname not supported for ai_socktype";
        case -9: return "Address family for hostname not supported";
        case -10: return "Memory allocation failure";
        case -11: return "System error";
        default: return "Unknown error";
    }
}
