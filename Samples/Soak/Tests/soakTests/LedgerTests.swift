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

  @Test("What is dispatched and reduced in order is without fault")
  func inOrder() {
    do {
      let producer = Producer(ledger)
      for _ in 0..<3 { ledger.take(producer.stamp()) }
    }
    ledger.settle()
    #expect(faults.first == [])
    #expect(ledger.reduced == 3)
  }

  @Test("What is dispatched and never reduced is missing at the end")
  func lost() {
    do {
      let producer = Producer(ledger)
      ledger.take(producer.stamp())
      _ = producer.stamp()
    }
    ledger.settle()
    #expect(
      faults.first == [
        "1 actions were dispatched and never reduced", "of source 1, 1..<2 did not come",
      ])
  }

  @Test("What is reduced twice is noticed, also when its source is done with")
  func twice() {
    let source = ledger.open(.exactly(2))
    take(source, 0, 0, 1, 1)
    #expect(
      faults.first == [
        "of source 1, 0 came again, or too late",
        "Stamp(source: 1, number: 1) was reduced again",
      ])
  }

  @Test("What an effect that cannot be cancelled did not send is missing at the end")
  func exactly() {
    take(ledger.open(.exactly(3)), 0, 1)
    ledger.settle()
    #expect(faults.first == ["of source 1, 2..<3 did not come"])
  }

  @Test("What may be cancelled may stop at any time, but nothing may come afterwards")
  func cancelled() {
    let source = ledger.open(.atMost, in: .lane(1))
    let other = ledger.open(.atMost, in: .lane(2))
    take(source, 0, 1)
    ledger.cancel(.lane(1))
    take(other, 0)
    #expect(faults.count == 0)
    take(source, 2)
    #expect(
      faults.first == ["Stamp(source: 1, number: 2) was reduced after it had been cancelled"])
    ledger.settle()
    #expect(faults.count == 1)
  }

  @Test("Of what replaces what came before, the last has to come")
  func newest() {
    let first = ledger.ask(.debounced(1))
    let second = ledger.ask(.debounced(1))
    ledger.came(.debounced(1), first)
    ledger.settle()
    #expect(faults.first == ["debounced(1) brought 1 last, not 2"])
    _ = (ledger.ask(.debounced(1)), ledger.ask(.debounced(1)))
    ledger.came(.debounced(1), second)
    ledger.came(.debounced(1), first)
    #expect(faults.first.last == "debounced(1) brought 1 out of order")
  }

  @Test("Errors are reported as often as they are made")
  func errors() {
    ledger.expectFailure()
    ledger.settle()
    #expect(faults.first == ["0 of 1 errors were reported"])
    ledger.expectFailure()
    ledger.noteFailure()
    ledger.settle()
    #expect(faults.count == 1)
  }
}
