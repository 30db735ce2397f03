# Starts and ends nodes, for the scripts beside this file. MOIRAI is the command; WORK a folder for logs.

MOIRAI=${MOIRAI:-./moirai}
WORK=${WORK:-$(mktemp -d)}
# How many rounds the question has: fewer take less time, and below six the program that fails does not.
ROUNDS=${ROUNDS:-6}
FIRST=${FIRST:-127.0.0.1:7790}
mkdir -p "$WORK"
export XDG_STATE_HOME=$WORK/state
declare -A node

declare -A launcher
declare -A lines

# start NAME [WORKER OPTIONS]: the process of the virtual machine itself is in node[NAME].
start() {
  local name=$1
  shift
  $MOIRAI worker --jobs 1 --memory 1g "$@" >>"$WORK/$name.log" 2>&1 &
  launcher[$name]=$!
  started "$name"
}

# Waits until the node says where it is: after its start, or when the launcher has started it again because it has died.
started() {
  for _ in $(seq 200); do
    if grep -q 'node at' <(tail -n +"$((${lines[$1]:-0} + 1))" "$WORK/$1.log"); then break; fi
    sleep 0.1
  done
  lines[$1]=$(wc -l <"$WORK/$1.log")
  node[$1]=$(pgrep -P "${launcher[$1]}" -x java)
}

three() {
  start a --listen "$FIRST"
  start b --join "$FIRST"
  start c --join "$FIRST"
  sleep 3
}

finish() {
  for name in "${!node[@]}"; do kill -CONT "${node[$name]}" 2>/dev/null; kill "${launcher[$name]}" 2>/dev/null; done
  wait 2>/dev/null
}

program() {
  cat >"$WORK/$1.c" <<END
#include <assert.h>
#include <pthread.h>
int x = 1, y = 1;
void *a(void *p) { for (int i = 0; i < $2; i++) x += y; return 0; }
void *b(void *p) { for (int i = 0; i < $2; i++) y += x; return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, a, 0);
  pthread_create(&t, 0, b, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(x <= $3 && y <= $3);
}
END
}
