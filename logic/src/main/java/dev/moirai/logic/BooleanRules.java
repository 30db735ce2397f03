package dev.moirai.logic;

import static dev.moirai.logic.TermPool.FALSE;
import static dev.moirai.logic.TermPool.TRUE;

/**
 * Booleans as an and-inverter graph with exclusive-or, choice and majority as further nodes. A conjunction looks two levels
 * deep (Brummayer and Biere, Local two-level And-Inverter Graph minimization without blowup, MEMICS 2006): contradiction,
 * subsumption, idempotence, resolution and substitution, none of which makes a graph larger.
 */
final class BooleanRules {
    private final TermTable table;

    BooleanRules(TermTable table) {
        this.table = table;
    }

    private boolean isAnd(int term) {
        return table.is(Math.abs(term), Operator.AND);
    }

    /** Each rule either decides the conjunction or replaces its operands by smaller ones and starts again. */
    int and(int x, int y) {
        int a = x;
        int b = y;
        while (true) {
            if (a == b || b == TRUE) return a;
            if (a == TRUE) return b;
            if (a == -b || a == FALSE || b == FALSE) return FALSE;
            if (isAnd(a)) {
                int a0 = table.first(Math.abs(a));
                int a1 = table.second(Math.abs(a));
                if (a > 0) {
                    if (a0 == -b || a1 == -b) return FALSE;
                    if (a0 == b || a1 == b) return a;
                } else {
                    if (a0 == -b || a1 == -b) return b;
                    if (a0 == b) {
                        a = -a1;
                        continue;
                    }
                    if (a1 == b) {
                        a = -a0;
                        continue;
                    }
                }
            }
            if (isAnd(b)) {
                int b0 = table.first(Math.abs(b));
                int b1 = table.second(Math.abs(b));
                if (b > 0) {
                    if (b0 == -a || b1 == -a) return FALSE;
                    if (b0 == a || b1 == a) return b;
                } else {
                    if (b0 == -a || b1 == -a) return a;
                    if (b0 == a) {
                        b = -b1;
                        continue;
                    }
                    if (b1 == a) {
                        b = -b0;
                        continue;
                    }
                }
                if (isAnd(a)) {
                    int a0 = table.first(Math.abs(a));
                    int a1 = table.second(Math.abs(a));
                    if (a > 0 && b > 0) {
                        if (a0 == -b0 || a0 == -b1 || a1 == -b0 || a1 == -b1) return FALSE;
                        if (a0 == b0 || a1 == b0) {
                            b = b1;
                            continue;
                        }
                        if (a0 == b1 || a1 == b1) {
                            b = b0;
                            continue;
                        }
                    } else if (a > 0) {
                        if (a0 == -b0 || a0 == -b1 || a1 == -b0 || a1 == -b1) return a;
                        if (a0 == b0 || a1 == b0) {
                            b = -b1;
                            continue;
                        }
                        if (a0 == b1 || a1 == b1) {
                            b = -b0;
                            continue;
                        }
                    } else if (b > 0) {
                        if (a0 == -b0 || a0 == -b1 || a1 == -b0 || a1 == -b1) return b;
                        if (a0 == b0 || a0 == b1) {
                            a = -a1;
                            continue;
                        }
                        if (a1 == b0 || a1 == b1) {
                            a = -a0;
                            continue;
                        }
                    } else {
                        if ((a0 == b0 && a1 == -b1) || (a0 == b1 && a1 == -b0)) return -a0;
                        if ((a1 == b0 && a0 == -b1) || (a1 == b1 && a0 == -b0)) return -a1;
                    }
                }
            }
            if (excludesByConstant(a, b)) {
                if (a > 0 && b > 0) return FALSE;
                if (a > 0) return a;
                if (b > 0) return b;
            }
            return Math.abs(a) < Math.abs(b) ? gate(Operator.AND, a, b) : gate(Operator.AND, b, a);
        }
    }

    /** Whether the nodes say that one term equals two different constants. */
    private boolean excludesByConstant(int a, int b) {
        int m = Math.abs(a);
        int n = Math.abs(b);
        return table.is(m, Operator.EQUAL)
                && table.is(n, Operator.EQUAL)
                && table.first(m) == table.first(n)
                && isConstant(table.second(m))
                && isConstant(table.second(n))
                && table.second(m) != table.second(n);
    }

    private boolean isConstant(int node) {
        return table.is(node, Operator.BV_CONSTANT);
    }

    private int gate(Operator op, int a, int b) {
        return table.intern(TermTable.head(op, 0), a, b, 0);
    }

    /** Operands are kept positive; the sign moves outside. */
    int xor(int x, int y) {
        boolean negated = (x < 0) != (y < 0);
        int a = Math.abs(x);
        int b = Math.abs(y);
        int result;
        if (a == b) result = FALSE;
        else if (a == TRUE) result = -b;
        else if (b == TRUE) result = -a;
        else if (table.is(a, Operator.XOR) && table.first(a) == b) result = table.second(a);
        else if (table.is(a, Operator.XOR) && table.second(a) == b) result = table.first(a);
        else if (table.is(b, Operator.XOR) && table.first(b) == a) result = table.second(b);
        else if (table.is(b, Operator.XOR) && table.second(b) == a) result = table.first(b);
        else result = a < b ? gate(Operator.XOR, a, b) : gate(Operator.XOR, b, a);
        return negated ? -result : result;
    }

    int majority(int x, int y, int z) {
        if (x == y) return x;
        if (x == -y) return z;
        if (x == z) return x;
        if (x == -z) return y;
        if (y == z) return y;
        if (y == -z) return x;
        if (x == TRUE) return -and(-y, -z);
        if (x == FALSE) return and(y, z);
        if (y == TRUE) return -and(-x, -z);
        if (y == FALSE) return and(x, z);
        if (z == TRUE) return -and(-x, -y);
        if (z == FALSE) return and(x, y);
        int a = x;
        int b = y;
        int c = z;
        int swap;
        if (Math.abs(a) > Math.abs(b)) {
            swap = a;
            a = b;
            b = swap;
        }
        if (Math.abs(b) > Math.abs(c)) {
            swap = b;
            b = c;
            c = swap;
        }
        if (Math.abs(a) > Math.abs(b)) {
            swap = a;
            a = b;
            b = swap;
        }
        // Majority is self-dual: negating all operands negates the result.
        boolean negated = a < 0;
        int head = TermTable.head(Operator.MAJORITY, 0);
        return negated ? -table.intern(head, -a, -b, -c) : table.intern(head, a, b, c);
    }

    int ite(int condition, int then, int otherwise) {
        if (condition == TRUE) return then;
        if (condition == FALSE) return otherwise;
        int c = Math.abs(condition);
        int a = under(c, condition > 0 ? then : otherwise);
        int b = under(-c, condition > 0 ? otherwise : then);
        if (a == b) return a;
        if (a == -b) return -xor(c, a);
        if (a == TRUE) return -and(-c, -b);
        if (a == FALSE) return and(-c, b);
        if (b == TRUE) return -and(c, -a);
        if (b == FALSE) return and(c, a);
        if (a > 0 && b > 0 && isAnd(a) && isAnd(b)) {
            int shared = sharedOperand(a, b);
            if (shared != 0) return and(shared, ite(c, otherOperand(a, shared), otherOperand(b, shared)));
        } else if (a < 0 && b < 0 && isAnd(a) && isAnd(b)) {
            int shared = sharedOperand(-a, -b);
            if (shared != 0) return -and(shared, ite(c, otherOperand(-a, shared), otherOperand(-b, shared)));
        }
        int head = TermTable.head(Operator.ITE, 0);
        return a < 0 ? -table.intern(head, c, -a, -b) : table.intern(head, c, a, b);
    }

    private int sharedOperand(int a, int b) {
        int a0 = table.first(a);
        int a1 = table.second(a);
        int b0 = table.first(b);
        int b1 = table.second(b);
        if (a0 == b0 || a0 == b1) return a0;
        if (a1 == b0 || a1 == b1) return a1;
        return 0;
    }

    private int otherOperand(int node, int shared) {
        return table.first(node) == shared ? table.second(node) : table.first(node);
    }

    /** Something equal to {@code term} wherever {@code fact} is true, found by looking one level deep; never larger. */
    int under(int fact, int term) {
        if (term == fact) return TRUE;
        if (term == -fact) return FALSE;
        int node = Math.abs(term);
        int result = node;
        switch (table.op(node)) {
            case AND -> {
                int a = table.first(node);
                int b = table.second(node);
                if (a == -fact || b == -fact) result = FALSE;
                else if (a == fact) result = b;
                else if (b == fact) result = a;
            }
            case XOR -> {
                int a = table.first(node);
                int b = table.second(node);
                if (a == fact) result = -b;
                else if (a == -fact) result = b;
                else if (b == fact) result = -a;
                else if (b == -fact) result = a;
            }
            case ITE -> {
                int c = table.first(node);
                if (c == fact) result = table.second(node);
                else if (c == -fact) result = table.third(node);
            }
            case EQUAL -> {
                if (fact > 0 && excludesByConstant(fact, node)) result = FALSE;
            }
            default -> {}
        }
        if (result == node && fact > 0 && table.is(fact, Operator.AND)) {
            int p = table.first(fact);
            int q = table.second(fact);
            if (p == node || q == node) result = TRUE;
            else if (p == -node || q == -node) result = FALSE;
        }
        return term > 0 ? result : -result;
    }
}
