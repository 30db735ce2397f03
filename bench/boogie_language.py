"""Generated Boogie programs that use much of the language: see bench/boogie --wide.

Types, contracts, functions, datatypes, unstructured code: what C has not. Values stay few, so that the explicit search can go through them.
"""

HEAD = """\
type element;
type small = bv4;
const unique RED, BLUE: element;
const LIMIT: int;
axiom LIMIT == 3;
datatype shape { point(), box(wide: int, high: int), named(mark: small, open: bool) }
datatype light { stop(), wait(), go() }
datatype chain { none(), link(first: int, rest: chain) }
datatype maybe<T> { no(), some(it: T) }
datatype side { left(at: int), right(lamp: light, at: int) }
datatype tree<T> { leaf(), fork(under: tree T, value: T, over: tree T) }
type table T = [T]int;
type node;
const unique nil: node;
procedure {:new} fresh() returns (n: node);
function {:bvbuiltin "bvadd"} longer(a: bv72, b: bv72): bv72;
function {:bvbuiltin "bvult"} shorter(a: bv72, b: bv72): bool;
function {:bvbuiltin "bvmul"} times(a: bv72, b: bv72): bv72;
function {:bvbuiltin "bvsub"} without(a: bv72, b: bv72): bv72;
function {:bvbuiltin "bvand"} both(a: bv72, b: bv72): bv72;
function {:bvbuiltin "bvlshr"} shifted(a: bv72, b: bv72): bv72;
function {:bvbuiltin "bvslt"} lower(a: bv72, b: bv72): bool;
function {:bvbuiltin "(_ sign_extend 68)"} widened(a: small): bv72;
function {:bvbuiltin "bvsrem"} rest_of(a: small, b: small): small;
function {:bvbuiltin "bvsdiv"} part_of(a: small, b: small): small;
function {:bvbuiltin "bvashr"} moved(a: small, b: small): small;
function {:bvbuiltin "bvsle"} no_more(a: small, b: small): bool;
function {:bvbuiltin "bvadd"} plus(a: small, b: small): small;
function {:bvbuiltin "bvult"} below(a: small, b: small): bool;
function {:bvbuiltin "bvudiv"} over(a: small, b: small): small;
function twice(n: int): int { n + n }
function {:inline} least(a: int, b: int): int { if a < b then a else b }
function defined(n: int, m: int): int;
axiom (forall n, m: int :: {defined(n, m)} defined(n, m) == n * 2 - m);
function same<a>(x: a, y: a): bool { x == y }
function unknown(n: int): int;
axiom (forall n: int :: {unknown(n)} 0 <= unknown(n) && unknown(n) <= 2);
var x, y: int;
var flag: bool;
var v: small;
var r: real;
var color: element;
var lamp: light;
var thing: shape;
var m: [int]int;
var nested: [int][bool]int;
var grid: [int, bool]small;
var things: [int]shape;
var {:thread_local} own: int;
var row: chain;
var box: maybe [int]int;
var edge: side;
var top: node;
var next: [node]node;
var mark: [node]bool;
var long: bv72;
var wood: tree int;
var held: maybe (maybe bool);
var count: table light;
"""

GLOBALS = "x, y, flag, v, r, color, lamp, thing, m, nested, grid, things, own, row, box, edge, top, next, mark, long, wood, held, count"

PROCEDURES = f"""\
procedure step(n: int) returns (a: int, b: bool)
requires n >= -50;
ensures a >= n;
modifies {GLOBALS};
{{
  a := n;
  if (flag) {{ a := n + 1; }}
  b := x == n;
}}

procedure bump(n: int) returns (before: int);
modifies x;
ensures x == old(x) + n && before == old(x);

procedure add(n: int)
modifies x;
ensures x == old(x) + n;
{{
  x := x + n;
}}

procedure several(n: int) returns (p: int, q: int, ok: bool);
modifies {GLOBALS};
implementation several(k: int) returns (p: int, q: int, ok: bool)
{{
  p, q := m[k], y;
  ok := p == q;
  own := own + 1;
  return;
}}

procedure extra()
modifies y;
{{
  y := 2;
}}

procedure climb(n: int) returns (sum: int)
free requires n <= 100;
ensures n <= 0 ==> sum == 0;
free ensures sum <= 1000;
modifies x;
{{
  sum := 0;
  if (n > 0) {{ call sum := climb(n - 1); sum := sum + x; }}
}}

procedure pile(n: node) returns (head: node)
modifies next, mark;
{{
  call head := fresh();
  assert !mark[head] && next[head] == nil;
  next[head], mark[head] := n, true;
}}

procedure choose<T>(a: T, b: T) returns (c: T)
{{
  if (*) {{ c := a; }} else {{ c := b; }}
}}
"""

LOCALS = """\
var a, b: int;
var c, d: bool;
var w: small;
var s: real;
var e: element;
var l: light;
var t: shape;
var n: [int]int;
var k, o: node;
var list: chain;
var g: bv72;
var p: tree int;
var z: small where below(z, 2bv4);
a, b, c, d, w := 0, 1, false, true, 2bv4;
s, e, l, t := 0.5, RED, wait(), box(1, 2);
n := (lambda i: int :: if i == 1 then 4 else 0);
own := 0;
list, g, p := none(), 3bv72, leaf();
"""

START = [
    ("x", "x := 0;", "assume 0 <= x && x <= 2;"),
    ("y", "y := 1;", "assume y == 1 || y == -2;"),
    ("flag", "flag := true;", ""),
    ("v", "v := 3bv4;", ""),
    ("r", "r := 1.5;", "assume r == 1.5 || r == 0.25;"),
    ("color", "color := RED;", "assume color == RED || color == BLUE;"),
    ("lamp", "lamp := stop();", ""),
    ("thing", "thing := point();", "assume thing == point() || thing == named(2bv4, true);"),
    ("m", "m := (lambda i: int :: 0);", ""),
    ("nested", "nested := (lambda i: int :: (lambda q: bool :: 1));", ""),
    ("grid", "grid := (lambda i: int, q: bool :: 0bv4);", ""),
    ("things", "things := (lambda i: int :: box(1, 2));", ""),
    ("row", "row := none();", "assume row == none() || (row is link && row->first == 1 && row->rest is none);"),
    ("box", "box := no();", ""),
    ("edge", "edge := left(2);", "assume edge == right(go(), 1) || edge == left(0);"),
    ("long", "long := 4722366482869645213695bv72;", "assume long == 7bv72 || long == 4722366482869645213000bv72;"),
    ("wood", "wood := leaf();", "assume wood == leaf() || wood == fork(leaf(), 2, leaf());"),
    ("held", "held := no();", "assume held == some(no()) || held == some(some(true));"),
    ("count", "count := (lambda q: light :: 0);", ""),
]


class Language:
    def __init__(self, rnd):
        self.rnd = rnd
        self.labels = 0
        self.axioms = rnd.random() < 0.15
        self.free = {name for name, _, assumed in START if assumed and rnd.random() < 0.1} if rnd.random() < 0.1 else set()
        self.threads = [self.body(rnd.randint(2, 4)) for _ in range(2)]
        # Threads that are started or not: their numbers depend on it.
        self.perhaps = self.rnd.choice(["if (*) {", "while (*) {"]) if rnd.random() < 0.12 else ""
        self.last = [self.assertion() for _ in range(rnd.choice([1, 1, 2]))]

    # ---- expressions: locals and globals of every type --------------------------------------------------------

    def pick(self, *options):
        return self.rnd.choice(options)

    def whole(self, depth=0):
        if depth > 1 or self.rnd.random() < 0.4:
            return self.pick("a", "b", "x", "y", "own", str(self.rnd.randint(-2, 4)), "LIMIT", "m[1]", "nested[1][true]", "n[1]")
        one, other, k = self.whole(depth + 1), self.whole(depth + 1), self.rnd.randint(0, 2)
        options = [f"(var q := {one}; q * 2 - q)", f"(var q, i := {one}, {other}; if q < i then i - q else q)", "count[lamp]", "count[l := a][wait()]",
                   f"(if wood is fork then wood->value else {one})", f"(if p is fork && p->over is fork then p->over->value else {other})",
                   f"({one} + {other})", f"({one} - {other})", f"({one} * {k})", f"({one} div {k + 1})", f"({one} mod {k + 2})",
                   f"({one} mod (if {self.truth(depth + 1)} then 2 else 3))", f"twice({one})", f"least({one}, {other})",
                   f"defined({one}, {other})", f"m[{k}]", f"m[{k} := {one}][{other} mod 3]", f"nested[{k}][{self.truth(depth + 1)}]",
                   f"(if {self.truth(depth + 1)} then {one} else {other})", f"int({self.real(depth + 1)})", f"n[{k}]",
                   f"(if thing is box then thing->wide else {one})", f"(lambda i: int :: if i == {k} then {one} else 5)[1]"]
        if self.axioms:
            options += [f"unknown({k})", f"unknown({k})"]
        return self.pick(*options)

    def real(self, depth=0):
        if depth > 1 or self.rnd.random() < 0.5:
            return self.pick("s", "r", "0.5", "1.25", "-2.0")
        one, other = self.real(depth + 1), self.real(depth + 1)
        return self.pick(f"({one} + {other})", f"({one} - {other})", f"({one} * 0.5)", f"({one} / 2.0)", f"real({self.whole(depth + 1)})")

    def bits(self, depth=0):
        if depth > 1 or self.rnd.random() < 0.5:
            return self.pick("w", "v", "0bv4", "7bv4", "grid[1, flag]", "15bv4")
        one, other = self.bits(depth + 1), self.bits(depth + 1)
        return self.pick(f"rest_of({one}, {other})", f"part_of({one}, {other})", f"moved({one}, {other})", f"({self.vector(depth + 1)})[5:1]",
                         f"(var q := {one}; plus(q, q))", f"plus({one}, {other})", f"over({one}, {other})", f"(({one})[4:2] ++ ({other})[2:0])",
                         f"grid[{self.rnd.randint(0, 1)}, {self.truth(depth + 1)}]", f"(if thing is named then thing->mark else {one})")

    def chain(self, depth=0):
        if depth > 1 or self.rnd.random() < 0.4:
            return self.pick("row", "list", "none()")
        return self.pick(f"link({self.whole(depth + 1)}, {self.chain(depth + 1)})", "(if row is link then row->rest else list)",
                         f"(if list is link then list->(first := {self.whole(depth + 1)}) else row)")

    def vector(self, depth=0):
        if depth > 1 or self.rnd.random() < 0.6:
            return self.pick("long", "g", "1bv72", "4722366482869645213695bv72")
        one, other = self.vector(depth + 1), self.vector(depth + 1)
        return self.pick(f"times({one}, {self.pick('2bv72', '3bv72', 'widened(w)')})", f"without({one}, {other})", f"both({one}, 1099511627775bv72)",
                         f"shifted({one}, {self.pick('1bv72', '65bv72', '80bv72')})", f"widened({self.bits(depth + 1)})", f"longer({self.vector(depth + 1)}, {self.vector(depth + 1)})", f"(({self.vector(depth + 1)})[36:0] ++ ({self.vector(depth + 1)})[72:36])")

    def tree(self, depth=0):
        if depth > 1 or self.rnd.random() < 0.4:
            return self.pick("wood", "p", "(leaf() : tree int)")
        return self.pick(f"fork({self.tree(depth + 1)}, {self.whole(depth + 1)}, {self.tree(depth + 1)})",
                         "(if wood is fork then wood->under else p)", f"(if p is fork then p->(value := {self.whole(depth + 1)}) else wood)")

    def shape(self, depth=0):
        return self.pick("t", "thing", "point()", f"box({self.whole(depth + 1)}, {self.whole(depth + 1)})", f"things[{self.rnd.randint(0, 1)}]",
                         f"named({self.bits(depth + 1)}, {self.truth(depth + 1)})",
                         f"(if thing is box then thing->(high := {self.whole(depth + 1)}) else t)")

    def truth(self, depth=0):
        if depth > 2:
            return self.pick("c", "d", "flag")
        one, other, k = self.whole(depth + 1), self.whole(depth + 1), self.rnd.randint(0, 3)
        return self.pick(
            "c", "d", "flag", f"{one} == {other}", f"{one} <= {other}", f"{one} != {k}", f"{one} < {k + 2}", f"!({self.truth(depth + 1)})",
            f"({self.truth(depth + 1)} && {self.truth(depth + 1)})", f"({self.truth(depth + 1)} ==> {self.truth(depth + 1)})",
            f"({self.truth(depth + 1)} <==> {self.truth(depth + 1)})", f"below({self.bits(depth + 1)}, {self.bits(depth + 1)})",
            f"{self.real(depth + 1)} < {self.real(depth + 1)}", f"same({self.bits(depth + 1)}, {self.bits(depth + 1)})",
            "same(color, e)", f"color == {self.pick('RED', 'BLUE', 'e')}", f"lamp == {self.pick('go()', 'wait()', 'l')}",
            f"({self.shape(depth + 1)} is {self.pick('box', 'point', 'named')})", f"{self.shape(depth + 1)} == {self.shape(depth + 1)}",
            f"(forall i: int :: 0 <= i && i < {k} ==> m[i] <= {one})", f"(exists i: int :: 0 <= i && i <= {k} && m[i] == {one})",
            f"(exists q: bool :: nested[{k}][q] == {one})", "m == n", f"m == n[1 := {one}]", "(forall i: int :: m[i] == 0)", f"(forall i: int :: i < {k} ==> m[i] <= {one})",
            f"(exists i: int :: m[i + 1] == {one})", "(forall i, j: int :: i < j ==> m[i] <= n[j])",
            f"(forall i: int :: (exists j: int :: j > i && m[j] >= n[i] - {k}))", "(exists z: element :: z != color && z != RED)",
            f"(forall i: int :: i != {k} ==> m[i] == n[i])", f"{self.chain(depth + 1)} == {self.chain(depth + 1)}",
            f"({self.chain(depth + 1)} is link)", f"(row is link && row->first <= {one})", "box is some", f"(box is some ==> box->it[{k}] <= {one})",
            f"edge->at == {one}", "(edge is right && edge->lamp == go())", "k == o", "top == k", "(k != nil && mark[k])", "next[top] == nil", "next[o] == k",
            f"{self.tree(depth + 1)} == {self.tree(depth + 1)}", f"({self.tree(depth + 1)} is fork)", "(held is some && held->it is some && held->it->it)",
            f"held == {self.pick('no()', 'some(no())', 'some(some(flag))')}", f"(var q := {one}; q <= {other} || q == {k})", f"count[go()] <= {k}",
            f"(var list := {self.chain(depth + 1)}; list is link && list->first == {one})", "(exists q: light :: count[q] > 1)", "z == w", "next[next[top]] == k",
            f"lower({self.vector(depth + 1)}, {self.vector(depth + 1)})", f"no_more({self.bits(depth + 1)}, {self.bits(depth + 1)})",
            f"shorter({self.vector(depth + 1)}, {self.vector(depth + 1)})", f"{self.vector(depth + 1)} == {self.vector(depth + 1)}")

    # ---- statements -------------------------------------------------------------------------------------------

    def body(self, count, depth=0):
        lines = []
        for _ in range(count):
            lines += self.statement(depth)
        return lines

    def assignment(self):
        k = self.rnd.randint(0, 2)
        return self.pick(
            lambda: f"{self.pick('x', 'y', 'a', 'b', 'own')} := {self.whole()};", lambda: f"m[{k}] := {self.whole()};",
            lambda: f"nested[{k}][{self.truth(1)}] := {self.whole()};", lambda: f"grid[{k}, {self.truth(2)}] := {self.bits()};",
            lambda: f"{self.pick('v', 'w')} := {self.bits()};", lambda: f"{self.pick('r', 's')} := {self.real()};",
            lambda: f"{self.pick('flag', 'c', 'd')} := {self.truth(1)};", lambda: f"{self.pick('thing', 't')} := {self.shape()};",
            lambda: f"things[{k}] := {self.shape()};", lambda: f"color, e := e, {self.pick('RED', 'BLUE', 'color')};",
            lambda: f"lamp := {self.pick('go()', 'stop()', 'l')};", lambda: f"l := {self.pick('go()', 'lamp')};",
            lambda: f"x, m[{k}] := {self.whole(1)}, x;", lambda: f"n[{k}] := {self.whole()};", lambda: "n := m;", lambda: f"m := n[{k} := a];",
            lambda: f"n[{k}], a := a, n[1];", lambda: "nested[1] := nested[2];", lambda: f"row := {self.chain()};", lambda: f"list := {self.chain()};",
            lambda: "box := some(m);", lambda: f"box := {self.pick('no()', 'some(n)')};", lambda: f"edge->at := {self.whole(1)};",
            lambda: f"edge := {self.pick('left(x)', 'right(lamp, y)', 'right(l, a)')};", lambda: "k := top;", lambda: "o := next[k];", lambda: "top := next[top];",
            lambda: "next[k] := top;", lambda: f"wood := {self.tree()};", lambda: f"p := {self.tree()};", lambda: "count[lamp] := count[l] + 1;",
            lambda: f"held := {self.pick('no()', 'some(no())', 'some(some(c))')};", lambda: "next[k], top := o, k;", lambda: "mark[next[k]] := c;", lambda: f"mark[k] := {self.truth(2)};", lambda: f"{self.pick('long', 'g')} := {self.vector()};")()

    def statement(self, depth):
        kind = self.pick("assign", "assign", "assign", "assert", "if", "choose", "goto", "loop", "break", "atomic", "wait", "call", "call",
                         "havoc", "field")
        inside = lambda: self.body(self.rnd.randint(1, 2), depth + 1)
        if depth > 1 and kind in ("if", "choose", "goto", "loop", "break", "atomic"):
            kind = "assign"
        if depth > 0 and kind in ("wait", "goto"):
            kind = "call"
        if kind == "assign":
            return [self.assignment()]
        if kind == "assert":
            return [self.assertion()]
        if kind == "if":
            return [f"if ({self.truth(1)}) {{", *inside(), "} else {", *inside(), "}"]
        if kind == "choose":
            return ["if (*) {", *inside(), "}"]
        if kind == "goto":
            self.labels += 1
            k, condition = self.labels, self.truth(2)
            plain = lambda: [self.assignment() for _ in range(self.rnd.randint(0, 2))]
            decided = self.rnd.random() < 0.5
            return [f"goto one{k}, two{k};", f"one{k}:", *([f"assume {condition};"] if decided else []), *plain(), f"goto end{k};",
                    f"two{k}:", *([f"assume !({condition});"] if decided else []), *plain(), f"end{k}:"]
        if kind == "loop":
            i = self.pick("a", "b")
            return [f"{i} := 0;", f"while ({i} < 2)", f"invariant {i} <= 2;", "{", self.assignment_but(i), f"{i} := {i} + 1;", "}"]
        if kind == "break":
            return ["while (true) {", f"if ({self.truth(1)}) {{ break; }}", self.assignment(), "break;", "}"]
        if kind == "atomic":
            if self.rnd.random() < 0.5:
                return ["atomic {", *self.plain(), "}"]
            return ["call corral_atomic_begin();", *self.plain(), "call corral_atomic_end();"]
        if kind == "wait":
            return [f"atomic {{ assume {self.pick('flag', 'x >= 0', 'lamp != wait()', 'm[0] == 0')}; {self.assignment()} }}"]
        if kind == "havoc":
            # Most choices are among few values: the explicit search goes through them all.
            if self.rnd.random() < 0.05:
                return [self.pick("havoc a; assume 0 <= a && a < 3;", "call b := bump(2);")]
            return [self.pick("havoc z;", "havoc c;", "havoc w;", "havoc flag, d;", "havoc l;", "havoc v;")]
        if kind == "field":
            return self.pick(["atomic { if (row is link) { row->first := row->first + 1; } }"], ["atomic { if (box is some) { box->it[1] := a; } }"],
                             ["atomic { if (thing is box) { thing->wide := thing->wide + 1; } }"],
                             ["if (t is named) { t->open := !t->open; }"], ["if (p is fork) { p->value := p->value + 1; }"],
                             ["atomic { if (wood is fork) { wood->under := leaf(); } }"], [f"things[1] := box({self.whole(1)}, 0);"])
        return self.pick(
            lambda: ["call a, c := step(b);"], 
            lambda: [f"call add({self.rnd.randint(0, 2)});"], lambda: [f"atomic {{ call add({self.rnd.randint(0, 2)}); }}"],
            lambda: [f"call a, b, d := several({self.rnd.randint(0, 1)});"], lambda: [f"call a := choose({self.whole(1)}, b);"],
            lambda: [f"call t := choose(t, {self.shape(1)});"], lambda: ["call k := fresh();"], lambda: ["call o := fresh();", "next[o] := k;"],
            lambda: [f"call a := climb({self.rnd.randint(0, 2)});"], lambda: ["call k := pile(top);"], lambda: ["call o := pile(k);", "top := o;"],
            lambda: [f"call p := choose(p, {self.tree(1)});"], lambda: ["call k := fresh();", "atomic { next[k] := top; top := k; }"], lambda: ["yield;"], lambda: ["call a := corral_getThreadID();"])()

    def assertion(self):
        claim = " || ".join("(" + self.truth(1) + ")" for _ in range(self.rnd.randint(1, 4)))
        # A claim for all values is a choice, which the explicit search cannot go through; a value is computed.
        if "(forall i" in claim or "(exists" in claim:
            return f"assert {claim};" if self.rnd.random() < 0.1 else f"c := {claim}; assert c;"
        return f"assert {claim};"

    def plain(self):
        return [self.assignment() for _ in range(self.rnd.randint(1, 2))]

    def assignment_but(self, variable):
        while True:
            line = self.assignment()
            if f"{variable} :=" not in line and f"{variable}, " not in line and f", {variable}" not in line.split(":=")[0]:
                return line

    # ---- the program ------------------------------------------------------------------------------------------

    def boogie(self):
        text = [HEAD, PROCEDURES]
        for i, body in enumerate(self.threads):
            text += [f"procedure t{i}(start: int)", f"modifies {GLOBALS};", "{", LOCALS, "a := start;", *body, "}"]
        text += ["procedure {:entrypoint} main()", f"modifies {GLOBALS};", "{", "var h0, h1: int;", LOCALS]
        for name, given, assumed in START:
            text.append(assumed if name in self.free else given)
        if self.perhaps:
            text += [self.perhaps, "async call extra();", "break; }" if "while" in self.perhaps else "}"]
        for i in range(2):
            text += [f"async call t{i}({i});", f"call h{i} := corral_getChildThreadID();"]
        text += ["join h0;", "join h1;", *self.last, "}"]
        return "\n".join(line for line in text if line) + "\n"
