// A thread that waits in a loop for another to set a flag, but first clears it (Atig, Bouajjani, Emmi and Lal, CAV 2012,
// Figure 1a). The setter runs first and ends; then the waiter clears the flag and spins, fairly, for ever.
//
//   moirai livelock examples/boogie/fig1a.bpl

var g: bool;

procedure waiter()
modifies g;
{
  g := false;
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
