// Waiting with a time-out (Atig, Bouajjani, Emmi and Lal, CAV 2012, Figure 3c): the program waits for a checker that may never
// come up, and gives up when its timer fires, which it need not ever do here: that is a livelock.
//
//   moirai livelock examples/boogie/timeout-skipped.bpl
//
// timeout.bpl has a timer that fires at last.

var up: bool;
var finished: bool;

procedure checker()
modifies up;
{
  if (*) {
    up := true;
  }
}

procedure program()
modifies finished;
{
  var gaveUp: bool;
  gaveUp := false;
  while (!up) {
    if (*) {
      gaveUp := true;
      break;
    }
  }
  finished := true;
}

procedure main()
modifies up, finished;
{
  up := false;
  finished := false;
  async call checker();
  async call program();
}
