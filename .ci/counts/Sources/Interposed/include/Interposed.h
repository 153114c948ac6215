// SPDX-License-Identifier: MIT

/// The numbers so far, on all threads.
struct Counters {
  double allocations, locks, hops, liveBytes;
};

struct Counters countersNow(void);
