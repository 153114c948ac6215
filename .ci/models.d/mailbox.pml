/*
 * A model of `Mailbox`, and of the parts of `Engine` that use it: dispatching, draining, and waiting for an action.
 * `.ci/models` has spin try every order in which the threads can take their steps.
 *
 * A step (`d_step`) is what Swift does with the mailbox locked, and what the same thread does beside it without sharing
 * anything. Names are those of the code. Names in capitals are bounds, threads, or planted faults. With SHARES_QUEUE, the
 * store's queue has a target with WIDTH threads, which do other work of the app, too: one is serial, two are concurrent.
 *
 * What is checked:
 * - The messages of a thread are reduced in its order, and none is lost or reduced twice: `reduce`, `init`.
 * - There is one drain or claim at a time: `isInDrain`.
 * - Whatever is pending has a drain that is running or scheduled, or a thread about to schedule it: `check`.
 * - `send` returns after its action, and a barrier is passed after the actions before it: `Sender`, `Work`, `passed`.
 * - No thread waits forever, and nothing is left in the end: `init`.
 *
 * Left out:
 * - The limits of time after which a wait is given up. Here, a wait without end is an error.
 * - What a message contains and its way, and the lock of the state, which has a model of its own. With the mailbox
 *   locked, no thread waits for another lock.
 * - The memory of blocks. What counts is the list that a message is in, here a channel.
 * - Deliveries on the main queue, for which `send` waits in the end, and `State.processed`, which those need.
 * - Stores that wait for each other. `mayWait` excludes it, and depends on the calling thread alone.
 * - The order of memory accesses. The mailbox is locked, or the drain is alone and follows the one before through that
 *   lock or the queue.
 */

/* A branch, a loop, and steps with the mailbox locked. */
#define when(condition, ...) if :: condition -> __VA_ARGS__; :: else fi
#define loop(condition, ...) do :: condition -> __VA_ARGS__; :: else -> break od
#define locked(...) d_step { __VA_ARGS__; check(); }

/* Engine.turnLength and Engine.sendAllowance, so small that turns end with messages left. */
#define TURN_LENGTH 1
#define SEND_ALLOWANCE 1

/* Threads. The last one stands for observers, which dispatch on the drain. */
#define DISPATCHER 0
#define SENDER 1
#define OTHER 2
#define OBSERVER 3
#define THREADS 4
#define NONE 255

mtype = { drain, drainFor, settle, runWork, deliver };

/* Mailbox.State. A thread waits for one semaphore at a time, so it is named by its thread. */
typedef Mailbox {
  byte last;
  bool isDraining, isRunning, waiting[THREADS];
};
Mailbox state;
/* The messages in the mailbox, and those that the drain has taken: the threads that dispatched them, and numbers. */
chan blocks = [6] of { byte, byte };
chan batch = [6] of { byte, byte };
/* Barrier: sequence, work, and the thread that waits. */
chan barriers = [3] of { byte, mtype, byte };

/* The drain's. */
byte processed;

/* The blocks of the store's serial queue, and the thread that waits for one. */
chan queue = [4] of { mtype, byte };
/* Semaphores. */
bool isReached[THREADS], isFree[THREADS];
/* The number of the action that a thread dispatched last. */
byte sequence[THREADS];
#ifdef SHARES_QUEUE
/* The free threads of the target. */
byte target = WIDTH;
#endif

/* What only the checks use. */
bool isInDrain;
/* Claims, and drains that are running, scheduled, or about to be scheduled. */
byte responsible;
/* The numbers of messages of each thread. */
byte sent[THREADS], reduced[THREADS];

#define hasWork (state.last != processed || len(barriers) > 0)
/* With the fault, a barrier is passed when its last action is the next one, and not when that has been reduced. */
#define reached (processed + EARLY_WAKE)

inline check() {
  assert(!hasWork || state.isDraining);
  assert(!state.isDraining || responsible > 0);
#ifndef SHARES_QUEUE
  assert(responsible == state.isDraining);
#endif
}

/* ---- Mailbox ---- */

/* State.needsDrain() */
inline markAsDraining() {
  needsDrain = !state.isDraining;
  state.isDraining = true;
  responsible = responsible + needsDrain;
}

/* append(_ action:) */
inline addMessage(sender) {
  blocks!sender,sent[sender];
  sent[sender]++;
  state.last++;
  sequence[sender] = state.last;
  markAsDraining();
  check();
}

inline appendMessage(sender) { d_step { addMessage(sender); } }

/* append(barrier work: Work) */
inline appendBarrier(kind, waiter) { locked(barriers!state.last,kind,waiter; markAsDraining()) }

inline signal(waiter) {
  when(state.waiting[waiter] && !NO_SIGNAL_AT_END, isFree[waiter] = true; state.waiting[waiter] = false);
}

/* State.stopRunning() */
inline stopRunning() {
  state.isRunning = false;
  number = 0;
  loop(number < THREADS, signal(number); number++);
  number = 0;
}

inline firstBarrier() {
  if
  :: len(barriers) > 0 -> barriers?<barrier,work,thread>;
  :: else -> barrier = NONE;
  fi;
}

/* endClaim(after:). The same thread goes on as the drain, or schedules one. */
inline endClaim(isDrain) {
  d_step {
    needsDrain = hasWork && !BLIND_END_OF_CLAIM;
    state.isDraining = needsDrain;
    responsible = responsible - 1 + needsDrain;
    isInDrain = needsDrain && isDrain;
    check();
  }
}

/* begin(signaling:), with the thread of the semaphore, if there is one. */
inline begin(semaphore) {
  d_step {
    hasBegun = !state.isRunning || TWO_DRAINS;
    if
    :: !hasBegun && semaphore != NONE -> state.waiting[semaphore] = true;
    :: !hasBegun && semaphore == NONE -> responsible--;
    :: hasBegun -> assert(!isInDrain); isInDrain = true;
    fi;
    state.isRunning = true;
    check();
  }
}

/* end() */
inline endDrain() { locked(stopRunning(); isInDrain = false) }

/* State.give(to:) */
inline give() {
  barrier = len(batch);
  loop(len(blocks) > 0, blocks?thread,number; batch!thread,number);
  /* With the fault, the lists are swapped, so the rest of the batch gets behind newer messages. */
  loop(barrier > 0 && GIVE_TO_FULL_BATCH, batch?thread,number; blocks!thread,number; barrier--);
}

/* take(after:into:) */
inline take() {
#if LOST_WAKE_UP
  /* The lock is released between the last look at the lists and the end of the drain. */
  isLeft = hasWork;
#endif
  d_step {
#if !LOST_WAKE_UP
    isLeft = hasWork;
#endif
    if
    :: !isLeft ->
       state.isDraining = false;
       stopRunning();
       isInDrain = false;
       responsible--;
    :: else ->
       when(len(batch) == 0 || GIVE_TO_FULL_BATCH, give());
       count = len(batch);
       firstBarrier();
       isDue = barrier <= reached;
    fi;
    number = 0; work = 0; thread = 0;
    check();
  }
}

/* ---- Engine+Drain, Engine+Settling ---- */

inline scheduleDrain() { queue!drain,0; }

inline scheduleIfNeeded() { when(needsDrain, scheduleDrain()); }

/* takeBarriers(upTo:), and the work of those that are due. What asks for the mailbox again follows in `passBarriers`:
   that of `afterDrain`, of which there is one at a time. */
inline takeBarriers() {
  d_step {
    firstBarrier();
    do
    :: barrier <= reached ->
       barriers?number,work,thread;
       if
       :: work == settle -> passed(number); isReached[thread] = true;
       :: work == deliver
       :: else -> assert(waiter == NONE); waiter = thread;
       fi;
       firstBarrier();
    :: else -> break
    od;
    isDue = false;
    number = 0; work = 0; thread = 0;
    check();
  }
}

inline passed(action) { assert(processed >= action); }

/* passBarriers(_:), and the work of `afterDrain(_:_:)`. */
inline passBarriers() {
  takeBarriers();
  if
  :: waiter != NONE ->
     d_step { isLast = state.last == processed || state.last - sequence[waiter] > SEND_ALLOWANCE; }
     if
     :: isLast -> isReached[waiter] = true;
     :: else -> appendBarrier(runWork, waiter); assert(!needsDrain);
     fi;
     atomic { waiter = NONE; isLast = false; }
  :: else
  fi;
}

/* An action, and an observer that answers the first one of a thread. Nothing here waits for the mailbox except the
   dispatch, and nothing else can be seen from outside. */
inline reduce() {
  d_step {
    batch?thread,number;
    assert(isInDrain);
    assert(number == reduced[thread]);
    reduced[thread]++;
    when(thread == DISPATCHER && number == 0, addMessage(OBSERVER); assert(!needsDrain));
    processed++;
    budget--;
    count--;
    isDue = barrier == reached;
    thread = 0; number = 0;
  }
}

/* drain(through:signaling:), once it has begun: through an action if a caller waits for that. */
inline drainAll(through, isWaitedFor) {
  d_step {
    budget = TURN_LENGTH;
    if
    :: isWaitedFor && !SHORT_TURN && through > processed -> budget = through - processed + SEND_ALLOWANCE;
    :: isWaitedFor && !SHORT_TURN && through <= processed -> budget = SEND_ALLOWANCE;
    :: else
    fi;
  }
  do
  :: take();
     if
     :: isLeft
     :: else -> break
     fi;
     /* passBarriers(_:) is called before the first action and after each. */
     do
     :: isDue -> passBarriers();
     :: !isDue && budget > 0 && count > 0 -> reduce();
     :: else -> break
     od;
     if
     :: budget == 0 ->
        endDrain();
#if !LOST_HANDOVER
        /* Otherwise, nobody schedules the next drain. */
        scheduleDrain();
#endif
        break
     :: else
     fi;
  od;
  atomic { isLeft = false; budget = 0; count = 0; barrier = 0; isDue = false; needsDrain = false; }
}

/* ---- The queue ---- */

/* Runs the blocks of the queue. That of `queue.sync` runs on the thread of its caller in Swift. In both, the caller
   waits for it, and no other block runs meanwhile. */
proctype Queue() {
  mtype block, work;
  byte thread, caller, number, barrier, budget, count;
  byte waiter = NONE;
  bool needsDrain, isLeft, isDue, isLast;
#ifdef SHARES_QUEUE
  bool hasBegun;
endOfBlock:
  do
  :: atomic { len(queue) > 0 && target > 0 -> target--; queue?block,caller; block = 0; }
     begin(NONE);
     when(hasBegun, drainAll(0, false));
     d_step { target++; hasBegun = false; }
  od;
#else
endOfBlock:
  do
  :: atomic { queue?block,caller -> assert(!isInDrain); isInDrain = true; }
     drainAll(sequence[caller], block == drainFor);
     when(block == drainFor, isReached[caller] = true);
     atomic { block = 0; caller = 0; }
  od;
#endif
}

/* ---- The threads ---- */

inline dispatch(me) { appendMessage(me); scheduleIfNeeded(); }

inline post(kind, me) { appendBarrier(kind, me); scheduleIfNeeded(); }

inline wait(semaphore) { atomic { semaphore -> semaphore = false; } }

proctype Dispatcher() {
  bool needsDrain;
  dispatch(DISPATCHER);
#ifndef SHARES_QUEUE
  dispatch(DISPATCHER);
#endif
}

/* Dispatches an action, and then sends one: not on the queue's target. */
proctype Sender() {
  bool needsDrain;
#ifndef SHARES_QUEUE
  mtype work;
  byte thread, number, barrier, budget, count;
  byte waiter = NONE;
  bool isLeft, isDue, isLast;
#endif
  dispatch(SENDER);
#ifdef SHARES_QUEUE
  /* reach(_:needsDrain:from:) */
  appendMessage(SENDER);
  scheduleIfNeeded();
  post(runWork, SENDER);
  wait(isReached[SENDER]);
#else
  if
  :: needsDrain = false;
  /* mayDrainHere(onMain:), claim(withAction:) */
  :: locked(
       markAsDraining();
       when(needsDrain, state.last++; sent[SENDER]++; sequence[SENDER] = state.last; assert(!isInDrain); isInDrain = true)
     )
  fi;
  if
  :: needsDrain ->
     /* drainHere(_:) */
     d_step { assert(reduced[SENDER] == 1); reduced[SENDER]++; processed++; assert(processed == sequence[SENDER]); }
     endClaim(true);
     if
     :: needsDrain -> drainAll(sequence[SENDER], true);
     :: else
     fi;
  :: else ->
     /* reach(_:needsDrain:from:): `queue.sync`, or `queue.async` with a signal behind the drain, see `Queue`. */
     appendMessage(SENDER);
     if
     :: needsDrain -> queue!drainFor,SENDER;
     :: else -> post(runWork, SENDER);
     fi;
     wait(isReached[SENDER]);
  fi;
#endif
  passed(sequence[SENDER]);
  assert(reduced[SENDER] == 2);
}

#ifdef SHARES_QUEUE

/* Work on the queue that was passed to the store: it sends an action, or has the store go on before it waits. */
proctype Work(byte me) {
  mtype work;
  byte thread, number, barrier, budget, count, semaphore;
  byte waiter = NONE;
  bool needsDrain, isLeft, isDue, isLast, hasBegun;
  atomic { target > 0 -> target--; }
  if
  :: d_step {
       addMessage(me);
       /* This thread drains, whether a drain is scheduled or not. */
       responsible = responsible + 1 - needsDrain;
       semaphore = me;
     }
  :: d_step { me == OTHER -> sequence[me] = state.last; responsible++; semaphore = NONE; }
  fi;
  /* drainHere(through:). Without a semaphore, drainBeforeWaiting(). */
  do
  :: begin(semaphore);
     if
     :: hasBegun -> drainAll(sequence[me], true); break
     :: !hasBegun && semaphore == NONE -> break
     :: !hasBegun && semaphore != NONE -> wait(isFree[me]);
     fi;
  od;
  atomic {
    when(semaphore == me, passed(sequence[me]); assert(reduced[me] == 1));
    target++;
  }
}

#else

/* deliverFirst(_:). An observer dispatches when it gets its first value. */
proctype Subscriber() {
  bool needsDrain;
  /* claim() */
  locked(markAsDraining());
  if
  :: needsDrain ->
     atomic { assert(!isInDrain); isInDrain = true; }
     appendMessage(OTHER);
     assert(!needsDrain);
     endClaim(false);
  :: else -> appendBarrier(deliver, OTHER);
  fi;
  scheduleIfNeeded();
}

/* Dispatches an action, and waits until it has been reduced and delivered. */
proctype Settler() {
  bool needsDrain;
  dispatch(OTHER);
  post(settle, OTHER);
  wait(isReached[OTHER]);
  assert(reduced[OTHER] == 1);
}

#endif

/* Three threads of four kinds. */
init {
  byte thread;
  atomic {
    run Queue();
#ifdef SHARES_QUEUE
    run Work(OTHER);
    if
    :: run Dispatcher(); run Sender();
    :: run Dispatcher(); run Work(SENDER);
    :: run Sender(); run Work(DISPATCHER);
    fi;
#else
    run Dispatcher();
    run Sender();
    if
    :: run Subscriber();
    :: run Settler();
    fi;
#endif
  }
  /* No thread can take a step anymore. */
  timeout;
  d_step {
    assert(_nr_pr == 2);
    assert(!state.isDraining && !state.isRunning && responsible == 0 && !isInDrain);
    assert(!hasWork && len(queue) == 0 && len(batch) == 0);
    loop(thread < THREADS, assert(reduced[thread] == sent[thread]); thread++);
  }
}
