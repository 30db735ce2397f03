// Two threads add one to a counter, each by reading and writing it: one of the two may be lost.
//
//   moirai check examples/boogie/counter.bpl
//   moirai check examples/boogie/counter.bpl --cooperative        threads switch only where they wait or end: fine

var x: int;

procedure add()
modifies x;
{
  var seen: int;
  seen := x;
  x := seen + 1;
}

procedure main()
modifies x;
{
  var first, second: int;
  x := 0;
  async call add();
  call first := corral_getChildThreadID();
  async call add();
  call second := corral_getChildThreadID();
  join first;
  join second;
  assert x == 2;
}

procedure corral_getChildThreadID() returns (tid: int);
