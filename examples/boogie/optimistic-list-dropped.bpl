// A sorted list with optimistic locking: search without locks, lock the two nodes found, look whether they are still
// neighbours, and if not unlock and try again. An add may try again for ever while others add and remove at its place.
//
// The list is OptimisticList of Herlihy and Shavit, The Art of Multiprocessor Programming, section 9.6; the driver is that of
// Atig, Bouajjani, Emmi and Lal, CAV 2012, Figure 3b. A node that is removed is just dropped: states that differ only in
// the names of nodes, and in nodes that no variable leads to, are one. With optimistic-list.bpl it is freed by hand.
//
//   moirai livelock examples/boogie/optimistic-list-dropped.bpl --thread adder

type key = bv2;
type node;
const unique head, last: node;

// A node that no variable leads to.
procedure {:new} fresh() returns (n: node);

// The list: head and last have the least and the greatest key.
var next: [node]node;
var keyOf: [node]key;
var locked: [node]bool;
var flag: bool;

function {:bvbuiltin "bvult"} less(a: key, b: key): bool;
function {:bvbuiltin "bvule"} atMost(a: key, b: key): bool;

procedure make(k: key, after: node) returns (n: node)
modifies next, keyOf;
{
  call n := fresh();
  keyOf[n] := k;
  next[n] := after;
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
  pred := head;
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
  n := head;
  valid := false;
  while (n != pred && n != last) {
    n := next[n];
  }
  if (n == pred) {
    valid := next[pred] == curr;
  }
}

procedure add(k: key)
modifies next, keyOf, locked;
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
modifies next, keyOf, locked;
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
    if (valid) {
      break;
    }
  }
}

procedure adder()
modifies next, keyOf, locked, flag;
{
  call add(2bv2);
  flag := false;
}

procedure others()
modifies next, keyOf, locked;
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
modifies next, keyOf, locked, flag;
{
  next := (lambda n: node :: last);
  keyOf := (lambda n: node :: 0bv2);
  locked := (lambda n: node :: false);
  keyOf[last] := 3bv2;
  flag := true;
  async call adder();
  async call others();
}
