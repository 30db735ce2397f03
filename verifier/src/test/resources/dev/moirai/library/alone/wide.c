#include <stdio.h>
#include <wchar.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    wchar_t text[16] = L"wide";
    const wchar_t *words[] = {L"", L"wide", L"wid\u00e9", L"x"};
    for (int i = 0; i < 4; i++) {
        printf("%lu %d %d\n", wcslen(words[i]), sign(wcscmp(text, words[i])), sign(wcsncmp(text, words[i], 3)));
    }
    wcscat(text, L" text");
    printf("%lu %ld %d\n", wcslen(text), (long) (wcschr(text, L't') - text), wcschr(text, L'q') == NULL);
    wcsncpy(text, L"ab", 4);
    printf("%d %d %d\n", (int) text[1], (int) text[3], (int) text[4]);
    wmemset(text, L'z', 3);
    wmemcpy(text + 3, text, 2);
    printf("%lu %d %lu\n", wcslen(text), sign(wmemcmp(text, L"zzy", 3)), sizeof L"four");
    return 0;
}
