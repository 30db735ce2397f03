// Optimistic update: read, compute, lock, validate, and try again if somebody else has written meanwhile (Atig, Bouajjani,
// Emmi and Lal, CAV 2012, Figure 1c). The updater may never come through while the writer writes on.
//
//   moirai livelock examples/boogie/fig1c.bpl --thread updater
//
// An assumption at the head of an atomic block is a wait: so a lock is a variable.

var g: bool;
var x: bool;

procedure acquire()
modifies x;
{
  atomic {
    assume !x;
    x := true;
  }
}

procedure release()
modifies x;
{
  x := false;
}

procedure writer()
modifies g, x;
{
  while (*) {
    call acquire();
    havoc g;
    call release();
  }
}

procedure updater()
modifies g, x;
{
  var before, after: bool;
  while (true) {
    before := g;
    after := !before;
    call acquire();
    if (g == before) {
      g := after;
      call release();
      return;
    } else {
      call release();
    }
  }
}

procedure main()
modifies g, x;
{
  x := false;
  g := false;
  async call writer();
  async call updater();
}
