// Two threads that undo each other's work, each until it finds it done (Atig, Bouajjani, Emmi and Lal, CAV 2012, Figure 1b).
//
//   moirai livelock examples/boogie/fig1b.bpl

var g: bool;

procedure off()
modifies g;
{
  while (g) {
    g := false;
  }
}

procedure on()
modifies g;
{
  while (!g) {
    g := true;
  }
}

procedure main()
modifies g;
{
  g := false;
  async call off();
  async call on();
}
