// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// The IDs of 1,000 finished effects were retained forever.
///
/// The continuations of readers that had stopped reading were retained too.
@Suite struct Pitfall22IDsNeverReleased {
  /// An ID that is alive while something retains it.
  private struct ID: Hashable, Sendable {
    let name: String
    let token: LifetimeToken

    static func == (left: ID, right: ID) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  private static let pause = Duration.milliseconds(100)

  // A computed property: the leak sanitizer reports the tagged pointers of a constant.
  private static var modifiers: [(_ effect: Effect, _ number: Int, _ id: (String) -> ID) -> Effect]
  {
    [
      { $0.cancellable(id: $2("\($1)")) },
      { $0.cancellable(id: $2("\($1)"), cancelInFlight: true) },
      { $0.debounce(id: $2("\($1)"), for: pause) },
      { $0.debounce(id: $2("\($1 / 2)"), for: pause) },
      { $0.throttle(id: $2("\($1)"), for: pause) },
      { $0.throttle(id: $2("\($1 / 3)"), for: pause, latest: true) },
      { $0.limited(id: $2("\($1)"), to: 1) },
      { $0.limited(id: $2("\($1 / 5)"), to: 2) },
      { effect, number, id in
        .merge(
          .concatenate(
            effect.cancellable(id: id("\(number)")),
            effect.debounce(id: id("-\(number)"), for: pause),
            .cancel(id: id("-\(number)"))),
          effect.cancellable(id: id("inner \(number)")).retry(1, backoff: .none)
            .timeout(after: pause)
        )
        .cancellable(id: id("outer \(number)"))
      },
    ]
  }

  @Test(arguments: modifiers.indices)
  func `Contract 31: 200 IDs of finished effects are released (Pitfall 22)`(index: Int) async {
    let diary = DiaryStore()
    let tracker = LifetimeTracker()
    func id(_ name: String) -> ID { ID(name: name, token: tracker.token()) }
    let effects: [Effect] = [
      .say("at once"), .say("later", after: 5), .fail(after: 5), .run { _ in }, .none,
    ]
    for number in 0..<200 {
      diary.store.start(Self.modifiers[index](effects[number % effects.count], number, id))
      if number.isMultiple(of: 7) { diary.store.start(.cancel(id: id("\(number)"))) }
    }
    await diary.advance(1_000)
    #expect(diary.store.runningEffects.isEmpty)
    #expect(diary.counts == (0, 0, 0))
    await tracker.allReleased()
  }

  @Test func `Pitfall 22: effects that an owner or the state ends leave nothing behind`() async {
    let diary = DiaryStore()
    for id in 0..<1_000 { diary.store.run(.tick().cancellable(id: id)).dispose() }
    let running = diary.store.run(forEach: \.words) { word in .tick().cancellable(id: word) }
    for word in 0..<10 { diary.store.dispatch(Word("\(word)")) }
    await diary.advance(0)
    #expect(diary.counts == (10, 10, 10))
    running.dispose()
    await diary.advance(0)
    #expect(diary.isClean)
  }

  @Test func `Pitfall 22: 1,000 stopped readers leave nothing behind`() async {
    let store = makeStore()
    let values = store.scope(\.counter).values()
    for _ in 0..<500 {
      for await _ in values { break }
      let isReading = Gate()
      let reader = Task {
        for await _ in values { isReading.open() }
      }
      await isReading.opened()
      reader.cancel()
      await reader.value
    }
    #expect(store.connections.isEmpty)
    #expect(store.engine.allSubscribers().isEmpty)
  }
}
