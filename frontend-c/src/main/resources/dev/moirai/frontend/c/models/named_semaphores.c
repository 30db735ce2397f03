/* Semaphores with names. There is one process, so that they end with it. Each call is one step for the others. */

#include <errno.h>
#include <moirai/files.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#define __MOIRAI_LONGEST 250

void *__moirai_new(size_t size);
void __moirai_free(void *object);

/* While nobody has it open there is no semaphore, and only its value is kept. Without a name nobody can open it again. */
struct __moirai_named {
    char *name;
    sem_t *semaphore;
    int value;
    int opened;
    struct __moirai_named *next;
};

static struct __moirai_named *__moirai_named;

/* The name without leading slashes, copied; null if it is none. */
static char *__moirai_semaphore_name(const char *name) {
    while (*name == '/') name++;
    size_t length = strlen(name);
    if (length == 0 || length > __MOIRAI_LONGEST || strchr(name, '/') != NULL) return NULL;
    char *copy = __moirai_new(length + 1);
    strcpy(copy, name);
    return copy;
}

static struct __moirai_named *__moirai_semaphore_called(const char *name) {
    struct __moirai_named *found = __moirai_named;
    while (found != NULL && (found->name == NULL || strcmp(found->name, name) != 0)) found = found->next;
    return found;
}

static void __moirai_forget(struct __moirai_named *gone) {
    struct __moirai_named **at = &__moirai_named;
    while (*at != gone) at = &(*at)->next;
    *at = gone->next;
    __moirai_free(gone);
}

/* Keeps the name if it makes a semaphore; else the code says whether that is an error. */
static struct __moirai_named *__moirai_open_named(char *name, int flags, unsigned value, int *code) {
    struct __moirai_named *found = __moirai_semaphore_called(name);
    if (found != NULL) {
        *code = (flags & __MOIRAI_CREAT) != 0 && (flags & __MOIRAI_EXCL) != 0 ? EEXIST : 0;
        return *code == 0 ? found : NULL;
    }
    *code = (flags & __MOIRAI_CREAT) == 0 ? ENOENT : value > 0x7fffffff ? EINVAL : 0;
    if (*code != 0) return NULL;
    found = __moirai_new(sizeof *found);
    found->name = name;
    found->value = (int) value;
    found->opened = 0;
    found->next = __moirai_named;
    __moirai_named = found;
    return found;
}

static sem_t *__VERIFIER_atomic_moirai_sem_open(char *name, int flags, unsigned value, int *code) {
    struct __moirai_named *found = __moirai_open_named(name, flags, value, code);
    if (found == NULL || found->name != name) __moirai_free(name);
    if (found == NULL) return SEM_FAILED;
    if (found->opened++ == 0) {
        found->semaphore = __moirai_new(sizeof(sem_t));
        sem_init(found->semaphore, 1, (unsigned) found->value);
    }
    return found->semaphore;
}

sem_t *sem_open(const char *name, int flags, ...) {
    va_list list;
    va_start(list, flags);
    unsigned value = 0;
    if ((flags & __MOIRAI_CREAT) != 0) {
        (void) va_arg(list, unsigned);
        value = va_arg(list, unsigned);
    }
    va_end(list);
    char *copy = __moirai_semaphore_name(name);
    int code = EINVAL;
    sem_t *opened = copy == NULL ? SEM_FAILED : __VERIFIER_atomic_moirai_sem_open(copy, flags, value, &code);
    if (opened == SEM_FAILED) errno = code;
    return opened;
}

static int __VERIFIER_atomic_moirai_sem_close(sem_t *semaphore) {
    struct __moirai_named *found = __moirai_named;
    while (found != NULL && (found->opened == 0 || found->semaphore != semaphore)) found = found->next;
    if (found == NULL) return -EINVAL;
    if (--found->opened != 0) return 0;
    sem_getvalue(semaphore, &found->value);
    __moirai_free(semaphore);
    if (found->name == NULL) __moirai_forget(found);
    return 0;
}

int sem_close(sem_t *semaphore) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_sem_close(semaphore));
}

static int __VERIFIER_atomic_moirai_sem_unlink(char *name) {
    struct __moirai_named *found = __moirai_semaphore_called(name);
    __moirai_free(name);
    if (found == NULL) return -ENOENT;
    __moirai_free(found->name);
    found->name = NULL;
    if (found->opened == 0) __moirai_forget(found);
    return 0;
}

int sem_unlink(const char *name) {
    char *copy = __moirai_semaphore_name(name);
    return (int) __moirai_result(copy == NULL ? -ENOENT : __VERIFIER_atomic_moirai_sem_unlink(copy));
}
