/*
 * A model of `FairStateLock`: threads that read the state, threads that pin it while user code runs, and the drain.
 * `.ci/models` has spin try every order in which they can take their steps.
 *
 * A step is one access to a lock of the system, to `turns` with its lock, or to the atomic count, and what the same
 * thread does beside it without sharing anything. A lock that is acquired and released at once is one step. Names are those of the code. Names in capitals are threads or planted faults.
 * `init` has the numbers of threads, of actions, and of reads.
 *
 * What is checked:
 * - No reducer runs while another thread reads the state, with the lock or with a pin: `reduce`, `acquired`, `addPin`.
 * - A reader, or a new pin, that waits for its turn waits for at most one reducer run: `runs`.
 * - While the drain waits for its turn, each other thread passes it at most once: `passed`.
 * - While the drain waits for pins, only a thread that pins already adds a pin: `addPin`.
 * - One thread at a time has its turn: `acquireInLine`.
 * - No thread waits forever, and the lock is free in the end: `init`.
 *
 * Left out:
 * - All attempts of `tryToAcquire` but one: a thread that comes later finds what they find.
 * - An order among those that wait for the system's lock. It has none, here as in Swift.
 * - `waitingCount` and `whenWaiting`, which are for tests.
 * - What the drain does with the lock between two actions: it reads as others do, or acquires it and reduces nothing.
 * - Several stores. A thread that pins one and reads another is a reader there.
 * - The order of memory accesses. `waiters` is read as it is, in Swift perhaps as it was shortly before.
 */

/* A branch, and a loop. */
#define when(condition, ...) if :: condition -> __VA_ARGS__; :: else fi
#define loop(condition, ...) do :: condition -> __VA_ARGS__; :: else -> break od

#define DRAIN 0
#define THREADS 4
#define NONE 255
/* Two objects `Turn` for each thread: while another one waits for the end of the first, it can line up the second. */
#define TURNS 8
#define turnOf(thread) (2 * thread + isSecond[thread])
#define isAwaited(turn) (previous[0] == turn || previous[1] == turn || previous[2] == turn || previous[3] == turn || \
  previous[4] == turn || previous[5] == turn || previous[6] == turn || previous[7] == turn)

/* Access, where `blocked` has a place for each thread. */
typedef Access {
  byte turn = NONE;
  byte pins;
  bool isDrainWaiting;
  bool blocked[THREADS];
};

/* The thread that holds the lock. */
byte mutex = NONE;
byte waiters;
Access access;
/* Turns.last, and for each turn whether its thread still holds `end`. */
byte last = NONE;
bool end[TURNS];
byte previous[TURNS] = NONE;
bool isSecond[THREADS];
/* A semaphore, and the thread that holds the lock. */
byte pinsAreGone;
byte isWaitingForPins = NONE;

/* What only the checks use. */
bool isReducing;
/* The drain has found pins, and has not reduced since. */
bool isKeptByPins;
byte inTurn;
/* One more than the number of reducer runs that a thread has waited for, or zero if it doesn't wait for its turn. */
byte runs[THREADS];
/* How often another thread has acquired the lock since the drain began to wait for its turn. */
byte passed[THREADS];

/* ---- Turns ---- */

/* Turn.init() */
inline makeTurn(me) {
  d_step {
    isSecond[me] = isAwaited(2 * me) || access.turn == 2 * me;
    end[turnOf(me)] = true;
  }
}

inline lineUp(me) {
  waiters++;
  d_step {
    previous[turnOf(me)] = last;
    last = turnOf(me);
    runs[me] = 1 + isReducing;
  }
}

inline acquireInTurn(me) {
  makeTurn(me);
  lineUp(me);
  acquireInLine(me);
}

/* acquire(in:) */
inline acquireInLine(me) {
  atomic {
    previous[turnOf(me)] == NONE || !end[previous[turnOf(me)]] ->
    previous[turnOf(me)] = NONE;
    assert(inTurn == 0);
    inTurn++;
  }
  atomic { mutex == NONE -> mutex = me; access.turn = turnOf(me); acquired(me); }
  waiters--;
}

/* end(_:) */
inline endTurn() {
  d_step { when(last == ended, last = NONE); inTurn--; }
  d_step { end[ended] = false; when(turnOf(ended / 2) == ended, isSecond[ended / 2] = false); ended = NONE; }
}

inline acquired(me) {
  assert(!isReducing);
  runs[me] = 0;
  if
  :: me == DRAIN -> passed[1] = 0; passed[2] = 0; passed[3] = 0;
  :: me != DRAIN && runs[DRAIN] > 0 -> passed[me]++; assert(passed[me] <= 1);
  :: else
  fi;
}

/* ---- Readers ---- */

inline tryToAcquire(me) {
  hasAcquired = false;
  if
  :: waiters == 0 || BARGING -> d_step { when(mutex == NONE, mutex = me; hasAcquired = true; acquired(me)); }
  :: else
  fi;
}

inline acquire(me) {
  tryToAcquire(me);
  if
  :: hasAcquired
  :: !hasAcquired -> acquireInTurn(me);
  fi;
}

inline release() {
#if LATE_READ_OF_TURN
  /* Another thread can read it meanwhile. */
  mutex = NONE;
  ended = access.turn;
  access.turn = NONE;
#else
  d_step { ended = access.turn; access.turn = NONE; mutex = NONE; }
#endif
  when(ended != NONE, endTurn());
}

inline acquireToPin(me, isPinning) {
  acquire(me);
  if
  :: access.isDrainWaiting && (!isPinning || NESTED_PINS_BLOCK) && !NO_BLOCK_OF_PINS ->
     makeTurn(me);
     access.blocked[me] = true;
     release();
     isWaitingForPins == NONE;
     acquireInLine(me);
  :: else
  fi;
}

inline addPin(isPinning) { d_step { assert(!isReducing && (isPinning || !isKeptByPins)); access.pins++; } }

inline removePin(me) {
  acquire(me);
  d_step { access.pins--; wakesDrain = access.pins == 0 && access.isDrainWaiting; }
#if EARLY_WAKE
  /* Those that wait to pin go on together with the drain, which has not had its turn. */
  when(wakesDrain, access.isDrainWaiting = false; lineUpBlocked(); isWaitingForPins = NONE);
#endif
  release();
  when(wakesDrain, pinsAreGone++);
}

/* ---- The drain ---- */

inline acquireForDrain() {
  acquire(DRAIN);
  when(access.pins > 0 && !PINS_UNCHECKED, waitForPins());
}

inline yieldFromDrain() {
  if
  :: (waiters == 0 || NO_YIELD) && access.pins == 0
  :: else -> release(); acquireForDrain();
  fi;
}

inline waitForPins() {
  isKeptByPins = true;
  atomic { isWaitingForPins == NONE -> isWaitingForPins = DRAIN; }
  do
  :: access.pins > 0 ->
     access.isDrainWaiting = true;
#if LOST_HANDOVER
     /* The lock is free, and the next turn doesn't begin. */
     d_step { access.turn = NONE; mutex = NONE; }
#else
     release();
#endif
     atomic { pinsAreGone > 0 -> pinsAreGone--; }
     acquire(DRAIN);
  :: else -> break
  od;
  access.isDrainWaiting = false;
  lineUpBlocked();
  isWaitingForPins = NONE;
}

inline lineUpBlocked() {
  other = 0;
  loop(other < THREADS, when(access.blocked[other], access.blocked[other] = false; lineUp(other)); other++);
  other = 0;
}

inline synchronize() {
  atomic { mutex == NONE -> mutex = DRAIN; }
  mutex = NONE;
}

/* ---- The threads ---- */

inline reduce() {
  d_step {
    assert(mutex == DRAIN && access.pins == 0);
    isReducing = true;
    isKeptByPins = false;
    next = 1;
    loop(next < THREADS, when(runs[next] > 0, runs[next]++; assert(runs[next] <= 2)); next++);
    next = 0;
  }
  d_step { assert(mutex == DRAIN && access.pins == 0); isReducing = false; }
}

/* Engine+Drain: an action after the other, with the state locked from one to the next unless an observer is called. */
proctype Drain(byte actions) {
  byte next, other, ended = NONE;
  bool holdsState, hasAcquired;
  do
  :: actions > 0 ->
     /* lockState() */
     if
     :: holdsState -> yieldFromDrain();
     :: else -> acquireForDrain(); holdsState = true;
     fi;
     reduce();
     if
     :: true
     :: true -> holdsState = false; release(); synchronize();
     fi;
     actions--;
  :: else -> break
  od;
  when(holdsState, release());
}

/* `store.state`, or the end of a subscription, which waits for nothing. */
proctype Reader(byte me, rounds) {
  byte ended = NONE;
  bool hasAcquired;
  do
  :: rounds > 0 ->
     if
     :: acquire(me); release();
     :: tryToAcquire(me);
        when(hasAcquired, release());
     fi;
     rounds--;
  :: else -> break
  od;
}

/* readInPlace(_:unlessAt:for:site:_:): a connector, which can read the same state or pin it once more. */
proctype Pinner(byte me, rounds) {
  byte own, other, ended = NONE;
  bool hasAcquired, wakesDrain;
  do
  :: rounds > 0 ->
pin: acquireToPin(me, own > 0);
     addPin(own > 0);
     release();
     own++;
     if
     :: true
     :: own == 1 -> goto pin;
     :: own == 1 -> acquire(me); release();
     fi;
     loop(own > 0, removePin(me); own--);
     rounds--;
  :: else -> break
  od;
}

init {
  atomic {
    if
    :: run Drain(3); run Reader(1, 2); run Reader(2, 2);
    :: run Drain(3); run Reader(1, 1); run Pinner(2, 2);
    :: run Drain(3); run Pinner(1, 1); run Pinner(2, 1);
    :: run Drain(2); run Reader(1, 1); run Reader(2, 1); run Pinner(3, 1);
    fi;
  }
  /* No thread can take a step anymore. */
  timeout;
  assert(_nr_pr == 1);
  assert(mutex == NONE && waiters == 0 && access.turn == NONE && last == NONE && inTurn == 0);
  assert(access.pins == 0 && !access.isDrainWaiting && pinsAreGone == 0 && isWaitingForPins == NONE);
}
