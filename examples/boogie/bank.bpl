// Two transfers between accounts in a map, under one lock. The sum stays, whatever the accounts hold at first.
//
//   moirai check examples/boogie/bank.bpl
//
// The start values and the amounts are free: they are chosen, and the choices are part of every schedule.

type Account;
const unique alice: Account;
const unique bob: Account;

var balance: [Account]int;
var locked: bool;
var done: [int]bool;

procedure transfer(me: int, from: Account, to: Account, amount: int)
requires from != to;
modifies balance, locked, done;
{
  atomic {
    assume !locked;
    locked := true;
  }
  balance[from] := balance[from] - amount;
  balance[to] := balance[to] + amount;
  locked := false;
  done[me] := true;
}

procedure main()
modifies balance, locked, done;
{
  var sum, one, two: int;
  locked := false;
  done := (lambda i: int :: false);
  sum := balance[alice] + balance[bob];
  async call transfer(1, alice, bob, one);
  async call transfer(2, bob, alice, two);
  assume done[1] && done[2];
  assert balance[alice] + balance[bob] == sum;
}
