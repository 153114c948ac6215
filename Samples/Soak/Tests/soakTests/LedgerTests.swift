// SPDX-License-Identifier: MIT

import Testing

@testable import soak

/// The checks see each fault: a check that never fails finds nothing.
@Suite struct LedgerTests {
  @Test func `Lost, repeated and canceled actions are faults`() {
    let faults = Faults([])
    let ledger = Ledger(faults)
    func take(_ source: Int, _ numbers: Int...) {
      for number in numbers { ledger.take(Stamp(source: source, number: number)) }
    }
    take(ledger.open(.exactly(4)), 0, 2)
    take(ledger.open(.exactly(1)), 0, 0)
    let canceled = ledger.open(.atMost, in: .lane(1))
    ledger.cancel(.lane(1))
    take(canceled, 0)
    _ = Producer(ledger).stamp()
    ledger.came(.debounced(1), ledger.request(.debounced(1)))
    _ = ledger.request(.debounced(1))
    ledger.noteFailure(expected: 1)
    ledger.settle()
    #expect(
      faults.all == [
        "Stamp(source: 1, number: 2) was reduced instead of 1",
        "Stamp(source: 2, number: 0) was reduced again",
        "Stamp(source: 3, number: 0) was reduced after it had been canceled",
        "1 actions were never reduced", "of source 1, 3..<4 did not arrive",
        "of source 4, 0..<1 did not arrive", "debounced(1) delivered 1 last, not 2",
        "0 of 1 errors were reported",
      ])
  }

  @Test func `Missed, repeated and late values, and a growing heap are faults`() {
    var (every, latest) = (ReadingCheck(isEvery: true), ReadingCheck(isEvery: false))
    let readings = [7, 8, 10, 10, 9].map { Reading(count: $0) } + [Reading(generation: 1)]
    let faults = ["received 10 after 10", "received 9 after 10"]
    #expect(readings.compactMap { every.take($0) } == ["received 10 after 8"] + faults)
    #expect(readings.compactMap { latest.take($0) } == faults)
    #expect(latest.missing(of: Reading(count: 9)) == "received 1/0 last, not 9")
    every.end()
    #expect(every.take(Reading(count: 1)) == "received 1 after its end")
    #expect(Memory.verdict([0, 0, 1, 2, 3, 4_000]).fault == "the heap has grown by 3999 kB")
  }
}
