// 2 philosophers with try-locks, as bench/philosophers 2 writes them: nobody waits, and nobody need ever eat
// (Atig, Bouajjani, Emmi and Lal, CAV 2012, Figure 3a).
//
//   moirai livelock examples/boogie/philosophers.bpl --stem 1 --lasso 1

var fork0: bool;
var fork1: bool;

procedure philosopher0()
modifies fork0, fork1;
{
  var taken: bool;
  while (true) {
    taken, fork0 := fork0, true;
    if (!taken) {
      taken, fork1 := fork1, true;
      if (!taken) {
        break;
      }
      fork0 := false;
    }
  }
  fork1 := false;
  fork0 := false;
}

procedure philosopher1()
modifies fork1, fork0;
{
  var taken: bool;
  while (true) {
    taken, fork1 := fork1, true;
    if (!taken) {
      taken, fork0 := fork0, true;
      if (!taken) {
        break;
      }
      fork1 := false;
    }
  }
  fork0 := false;
  fork1 := false;
}

procedure main()
modifies fork0, fork1;
{
  fork0 := false;
  fork1 := false;
  async call philosopher0();
  async call philosopher1();
}
