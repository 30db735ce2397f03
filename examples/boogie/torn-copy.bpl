// A thread writes two cells of a map while another copies the map as a whole, in one step: the copy may have one and not the other.
// A run in which nobody is interrupted shows nothing; another order of its steps does.
//
//   moirai predict examples/boogie/torn-copy.bpl
//   moirai check examples/boogie/torn-copy.bpl
var cells: [int]int;
var copied: [int]int;

procedure write()
modifies cells;
{
  cells[1] := 7;
  cells[2] := 7;
}

procedure copy()
modifies copied;
{
  copied := cells;
}

procedure main()
modifies cells, copied;
{
  var writer, copier: int;
  cells := (lambda i: int :: 0);
  async call write();
  call writer := corral_getChildThreadID();
  async call copy();
  call copier := corral_getChildThreadID();
  join writer;
  join copier;
  assert copied[1] == copied[2];
}
