// A thread that waits in a loop for another to set a flag, without clearing it first (Atig, Bouajjani, Emmi and Lal, CAV 2012,
// Figure 1a): whoever is fair lets the setter run, and the waiter ends.
//
//   moirai livelock examples/boogie/fig1a-no-reset.bpl

var g: bool;

procedure waiter()
modifies g;
{
  while (!g) {
  }
}

procedure setter()
modifies g;
{
  g := true;
}

procedure main()
modifies g;
{
  g := false;
  async call waiter();
  async call setter();
}
