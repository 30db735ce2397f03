#include <bits/types/sigval_t.h>
