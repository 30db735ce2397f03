// A sorted list with optimistic locking: search without locks, lock the two nodes found, look whether they are still
// neighbours, and if not unlock and try again. An add may try again for ever while others add and remove at its place.
//
// The list is OptimisticList of Herlihy and Shavit, The Art of Multiprocessor Programming, section 9.6; the driver is that of
// Atig, Bouajjani, Emmi and Lal, CAV 2012, Figure 3b. A node that is removed is freed, as there: its cells are cleared, so that
// the lasso leads back to the very same memory. See optimistic-list-dropped.bpl for one that need not be.
//
//   moirai livelock examples/boogie/optimistic-list.bpl --thread adder

type key = bv2;
type node = int;

// The list: nodes 0 (the head) and 1 (the last) have the least and the greatest key.
var next: [node]node;
var keyOf: [node]key;
var locked: [node]bool;
var used: [node]bool;
var flag: bool;

function {:bvbuiltin "bvult"} less(a: key, b: key): bool;
function {:bvbuiltin "bvule"} atMost(a: key, b: key): bool;

procedure make(k: key, after: node) returns (n: node)
modifies next, keyOf, used;
{
  atomic {
    if (!used[2]) {
      n := 2;
    } else {
      n := 3;
    }
    assume !used[n];
    used[n] := true;
    keyOf[n] := k;
    next[n] := after;
  }
}

procedure delete(n: node)
modifies next, keyOf, used;
{
  atomic {
    used[n] := false;
    keyOf[n] := 0bv2;
    next[n] := 0;
  }
}

procedure lock(n: node)
modifies locked;
{
  atomic {
    assume !locked[n];
    locked[n] := true;
  }
}

// The first node whose key is not less, and the one before it.
procedure find(k: key) returns (pred: node, curr: node)
{
  var found: key;
  pred := 0;
  curr := next[pred];
  found := keyOf[curr];
  while (less(found, k)) {
    pred := curr;
    curr := next[curr];
    found := keyOf[curr];
  }
}

// Whether pred is in the list and curr comes right after it.
procedure validate(pred: node, curr: node) returns (valid: bool)
{
  var n: node;
  n := 0;
  valid := false;
  while (n != pred && n != 1) {
    n := next[n];
  }
  if (n == pred) {
    valid := next[pred] == curr;
  }
}

procedure add(k: key)
modifies next, keyOf, locked, used;
{
  var pred, curr, new: node;
  var valid: bool;
  while (true) {
    call pred, curr := find(k);
    call lock(pred);
    call lock(curr);
    call valid := validate(pred, curr);
    if (valid && keyOf[curr] != k) {
      call new := make(k, curr);
      next[pred] := new;
    }
    locked[curr] := false;
    locked[pred] := false;
    if (valid) {
      break;
    }
  }
}

procedure remove(k: key)
modifies next, keyOf, locked, used;
{
  var pred, curr: node;
  var valid, present: bool;
  while (true) {
    call pred, curr := find(k);
    call lock(pred);
    call lock(curr);
    call valid := validate(pred, curr);
    present := keyOf[curr] == k;
    if (valid && present) {
      next[pred] := next[curr];
    }
    locked[curr] := false;
    locked[pred] := false;
    if (valid && present) {
      call delete(curr);
    }
    if (valid) {
      break;
    }
  }
}

procedure adder()
modifies next, keyOf, locked, used, flag;
{
  call add(2bv2);
  flag := false;
}

procedure others()
modifies next, keyOf, locked, used;
{
  while (flag) {
    if (*) {
      call add(1bv2);
    } else {
      call remove(1bv2);
    }
  }
}

procedure main()
modifies next, keyOf, locked, used, flag;
{
  next := (lambda n: node :: 0);
  keyOf := (lambda n: node :: 0bv2);
  locked := (lambda n: node :: false);
  used := (lambda n: node :: false);
  next[0] := 1;
  keyOf[1] := 3bv2;
  flag := true;
  async call adder();
  async call others();
}
