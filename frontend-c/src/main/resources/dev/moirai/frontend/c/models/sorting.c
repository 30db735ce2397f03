/* Sorting by insertion, which keeps equal elements in their order as glibc's merge sort does; binary search. */

#include <stddef.h>

static void __moirai_swap(unsigned char *left, unsigned char *right, size_t size) {
    if (size % sizeof(long) == 0) {
        for (size_t i = 0; i < size; i += sizeof(long)) {
            long *l = (long *) (left + i);
            long *r = (long *) (right + i);
            long kept = *l;
            *l = *r;
            *r = kept;
        }
    } else if (size % sizeof(int) == 0) {
        for (size_t i = 0; i < size; i += sizeof(int)) {
            int *l = (int *) (left + i);
            int *r = (int *) (right + i);
            int kept = *l;
            *l = *r;
            *r = kept;
        }
    } else {
        for (size_t i = 0; i < size; i++) {
            unsigned char kept = left[i];
            left[i] = right[i];
            right[i] = kept;
        }
    }
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    unsigned char *first = base;
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0; j--) {
            unsigned char *left = first + (j - 1) * size;
            unsigned char *right = left + size;
            if (compare(left, right) <= 0) break;
            __moirai_swap(left, right, size);
        }
    }
}

void qsort_r(
    void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context) {
    unsigned char *first = base;
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0; j--) {
            unsigned char *left = first + (j - 1) * size;
            unsigned char *right = left + size;
            if (compare(left, right, context) <= 0) break;
            __moirai_swap(left, right, size);
        }
    }
}

void *bsearch(
    const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    const unsigned char *first = base;
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const unsigned char *element = first + middle * size;
        int order = compare(key, element);
        if (order == 0) return (void *) element;
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return NULL;
}
