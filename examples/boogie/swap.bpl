// A parallel assignment is one step, and computes all its values before it writes any.
//
//   moirai check examples/boogie/swap.bpl

var x, y: int;
var m: [int]int;

procedure swap()
modifies x, y;
{
  x, y := y, x;
}

procedure main()
modifies x, y, m;
{
  var a, b, i: int;
  x := 1;
  y := 2;
  async call swap();
  async call swap();
  a, b := x, y;
  assert a + b == 3;
  a, b := b, a;
  assert a + b == 3 && a != b;
  m := (lambda k: int :: 0);
  i := 5;
  i, m[i] := 6, 7;
  assert i == 6 && m[5] == 7 && m[6] == 0;
}
