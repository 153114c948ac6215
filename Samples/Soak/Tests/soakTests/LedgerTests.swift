// SPDX-License-Identifier: MIT

import Testing

@testable import soak

@Suite struct LedgerTests {
  private let faults = Faults()
  private let ledger: Ledger

  init() {
    ledger = Ledger(faults)
  }

  private func take(_ source: Int, _ numbers: Int...) {
    for number in numbers { ledger.take(Stamp(source: source, number: number)) }
  }

  @Test func `Actions that are reduced in order have no fault`() {
    do {
      let producer = Producer(ledger)
      for _ in 0..<3 { ledger.take(producer.stamp()) }
    }
    ledger.settle()
    #expect(faults.first == [])
    #expect(ledger.reduced == 3)
  }

  @Test func `An action that is never reduced is missing at the end`() {
    do {
      let producer = Producer(ledger)
      ledger.take(producer.stamp())
      _ = producer.stamp()
    }
    ledger.settle()
    #expect(
      faults.first == [
        "1 actions were dispatched and never reduced", "of source 1, 1..<2 did not arrive",
      ])
  }

  @Test func `An action that is reduced twice is detected, even after its source is complete`() {
    let source = ledger.open(.exactly(2))
    take(source, 0, 0, 1, 1)
    #expect(
      faults.first == [
        "of source 1, 0 arrived again, or too late",
        "Stamp(source: 1, number: 1) was reduced again",
      ])
  }

  @Test func `A missing action of an effect that cannot be canceled is detected at the end`() {
    take(ledger.open(.exactly(3)), 0, 1)
    ledger.settle()
    #expect(faults.first == ["of source 1, 2..<3 did not arrive"])
  }

  @Test func `A canceled source can stop at any time, but no action can follow`() {
    let source = ledger.open(.atMost, in: .lane(1))
    let other = ledger.open(.atMost, in: .lane(2))
    take(source, 0, 1)
    ledger.cancel(.lane(1))
    take(other, 0)
    #expect(faults.count == 0)
    take(source, 2)
    #expect(
      faults.first == ["Stamp(source: 1, number: 2) was reduced after it had been canceled"])
    ledger.settle()
    #expect(faults.count == 1)
  }

  @Test func `Of requests that replace each other, the last one must arrive`() {
    let first = ledger.request(.debounced(1))
    let second = ledger.request(.debounced(1))
    ledger.came(.debounced(1), first)
    ledger.settle()
    #expect(faults.first == ["debounced(1) delivered 1 last, not 2"])
    _ = (ledger.request(.debounced(1)), ledger.request(.debounced(1)))
    ledger.came(.debounced(1), second)
    ledger.came(.debounced(1), first)
    #expect(faults.first.last == "debounced(1) delivered 1 out of order")
  }

  @Test func `Each error must be reported once`() {
    ledger.expectFailure()
    ledger.settle()
    #expect(faults.first == ["0 of 1 errors were reported"])
    ledger.expectFailure()
    ledger.noteFailure()
    ledger.settle()
    #expect(faults.count == 1)
  }
}
