// Waiting with a time-out (Atig, Bouajjani, Emmi and Lal, CAV 2012, Figure 3c): the program waits for a checker that may never
// come up, and gives up when its timer fires. A timer that is asked again and again fires at last, so this is no livelock.
//
//   moirai livelock examples/boogie/timeout.bpl
//
// "assume {:timeout} true;" says that the next choice is a timer's. timeout-skipped.bpl is the same without it.

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
    assume {:timeout} true;
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
