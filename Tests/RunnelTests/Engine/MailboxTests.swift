// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// An action that is too large for an existential without a box.
private struct Parcel: Action {
  var token: LifetimeToken?
  var weight = (0, 0, 0, 0)
}

@Suite struct MailboxTests {
  private let capacity = MessageBlock.capacity

  @Test func `Contract 14: actions are released when their block has been processed`() async {
    let (first, second) = (LifetimeTracker(), LifetimeTracker())
    let alive = Recorder<Int>()
    let (isHeld, gate) = (Gate(), Gate())
    let store = Store(
      state: -1,
      reducer: Reducer<Int>.updating(Parcel.self) { [capacity] count, _ in
        if count < 0 {
          isHeld.open()
          gate.pass()
        }
        if count == capacity { alive.record(first.aliveCount) }
        count += 1
      })
    // Its block is taken, so that the next actions fill one and begin another one.
    store.dispatch(Parcel())
    await isHeld.opened()
    for number in 0...capacity {
      store.dispatch(Parcel(token: (number < capacity ? first : second).token()))
    }
    gate.open()
    await store.settled()
    #expect(alive.values == [0])
    await second.allReleased()
  }

  @Test func `Contract 37: a burst of 100,000 actions leaves only a few blocks behind`() async {
    let gate = Gate()
    let store = Store(
      state: 0,
      reducer: Reducer<Int>.updating(Parcel.self) { count, _ in
        gate.pass()
        count += 1
      })
    for _ in 0..<100_000 { store.dispatch(Parcel()) }
    let blocks = store.engine.mailbox.blockCounts.pending
    #expect(blocks <= 1 + 100_000 / capacity)
    gate.open()
    await store.settled()
    #expect(store.state == 100_000)
    #expect(store.engine.mailbox.blockCounts.pending == 0)
    #expect(store.engine.mailbox.blockCounts.spare <= 4 * Engine.turnLength / capacity)
  }
}
