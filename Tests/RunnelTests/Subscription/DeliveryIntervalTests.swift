// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Deliveries of the newest value that are an interval of the store's clock apart.
@Suite struct DeliveryIntervalTests {
  private let clock = ManualClock()
  private let store: Store<Int>
  private let queue = DispatchQueue(label: "runnel.tests.interval")
  private let everySecond = Delivery.latest(every: .seconds(1))

  init() { store = Store(state: 0, reducer: .edits, clock: clock) }

  private func set(_ numbers: ClosedRange<Int>) async {
    for number in numbers { store.edit { $0 = number } }
    await store.settled()
  }

  private func advance(_ milliseconds: Int) async {
    await clock.advance(by: .milliseconds(milliseconds))
    await store.settled()
  }

  @Test func `Contract 15, 34: the newest value is delivered once per interval`() async {
    let values = store.recordValues(on: queue, delivery: everySecond)
    await store.settled()
    #expect(values.values == [0])
    await set(1...5)
    await advance(999)
    #expect(values.values == [0])
    await advance(1)
    #expect(values.values == [0, 5])
    // A value that arrives in the middle of an interval waits for its end only.
    await advance(400)
    await set(6...9)
    await advance(600)
    #expect(values.values == [0, 5, 9])
    // After an interval without a change, a value is delivered at once.
    await advance(1_000)
    await set(10...10)
    #expect(values.values == [0, 5, 9, 10])
  }

  @Test func `Contract 14: a subscription that ends during its interval leaves no sleeper`() async {
    let values = store.recordValues(on: queue, delivery: everySecond)
    await store.settled()
    await set(1...2)
    await clock.advance(by: .zero)
    #expect(clock.sleeperCount == 1)
    values.dispose()
    await clock.advance(by: .zero)
    #expect(clock.sleeperCount == 0)
    await advance(5_000)
    #expect(values.values == [0])
    #expect(store.isUnused)
  }

  @Test func `Contract 6: settled() does not wait for a delivery that the interval delays`() async {
    let (isDelivering, gate) = (Gate(), Gate())
    let values = Recorder<Int>()
    let token = store.observe(on: queue, delivery: everySecond) {
      isDelivering.open()
      gate.pass()
      values.record($0)
    }
    await isDelivering.opened()
    store.edit { $0 = 1 }
    await store.reduced()
    let isSettled = store.settling()
    await store.queueIsFree()
    gate.open()
    await isSettled.opened()
    #expect(values.values == [0])
    await advance(1_000)
    #expect(values.values == [0, 1])
    token.dispose()
  }

  @Test @MainActor
  func `Contract 19, 34: a view or a sequence with an interval has the last value`() async {
    let diary = Store(state: Diary(), reducer: diaryReducer, clock: clock)
    let reading = diary.run(
      .stream(store.values(delivery: everySecond)) { Word("\($0)") as any Action })
    let view = ViewRecorder(-1, delivery: everySecond)
    view.connect(to: store)
    #expect(view.values == [0])
    await advance(0)
    await set(1...100)
    await advance(999)
    #expect(view.values == [0])
    #expect(diary.state.words == ["0"])
    await advance(1)
    #expect(view.values == [0, 100])
    #expect(diary.state.words == ["0", "100"])
    await advance(5_000)
    await set(101...101)
    await advance(0)
    #expect(diary.state.words == ["0", "100", "101"])
    reading.dispose()
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `Contract 37: an interval that is not positive delays nothing`(interval: Duration) async {
    let values = store.recordValues(on: queue, delivery: .latest(every: interval))
    await store.settled()
    await set(1...1)
    #expect(values.values == [0, 1])
  }
}
