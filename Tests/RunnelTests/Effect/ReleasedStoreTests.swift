// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

private struct Begin: Action {}
private struct Tick: Action {}

/// The end of effects that keep a store busy, or whose row gets another ID.
@Suite struct ReleasedStoreTests {
  @Test
  func `Contract 32: a released store ends an effect that is faster than its reducer`() async {
    let tracker = LifetimeTracker()
    let isRunning = Gate()
    let next = DispatchSemaphore(value: 0)
    let (sent, reduced) = (Counter(), Counter())
    do {
      let token = tracker.token()
      let reducer = Reducer<Int> {
        Reducer<Int>.on(Begin.self) { _, _ in
          .run { send in
            token.touch()
            send(Tick())
            while !Task.isCancelled {
              if sent.value - reduced.value > 1_000 { await Task.yield() }
              send(Tick())
              sent.increment()
              next.signal()
            }
            next.signal()
          }
        }
        Reducer<Int>.updating(Tick.self) { _, _ in
          // So another action is always pending while the effect runs.
          next.wait()
          reduced.increment()
          isRunning.open()
        }
      }
      let store = Store(state: 0, reducer: reducer)
      store.dispatch(Begin())
      await isRunning.opened()
      withExtendedLifetime(store) {}
    }
    await tracker.allReleased()
  }

  @Test func `Contract 32: no effect begins after the end of its store`() {
    func taskCount(isOwned: Bool, after end: (inout EffectStateMachine) -> Void) -> Int {
      var machine = EffectStateMachine()
      end(&machine)
      let root = machine.makeRoot()
      root.isOwned = isOwned
      machine.start(Effect.run { _ in }.untyped, as: root)
      _ = machine.takeJobs()
      defer {
        // A running effect and its root refer to each other.
        machine.close()
        _ = machine.takeJobs()
      }
      return machine.taskCount
    }
    #expect(taskCount(isOwned: false) { _ in } == 1)
    #expect(taskCount(isOwned: false) { $0.cancelUnowned(areLast: true) } == 0)
    // An owner ends its effect itself.
    #expect(taskCount(isOwned: true) { $0.cancelUnowned(areLast: true) } == 1)
    #expect(taskCount(isOwned: true) { $0.close() } == 0)
  }

  @Test(arguments: ["send", "run", "merge"])
  func `Contract 32: a released store ends a reducer that answers itself`(kind: String) async {
    let tracker = LifetimeTracker()
    let isRunning = Gate()
    do {
      let token = tracker.token()
      let reducer = Reducer<Int>.on(Tick.self) { state, _ -> EffectOf<Tick> in
        token.touch()
        state += 1
        if state == 100 { isRunning.open() }
        switch kind {
        case "send": return .send(Tick())
        case "run": return .run { $0(Tick()) }
        default: return .merge(.send(Tick()), .send(Begin()))
        }
      }
      let store = Store(state: 0, reducer: reducer)
      store.dispatch(Tick())
      await isRunning.opened()
      withExtendedLifetime(store) {}
    }
    await tracker.allReleased()
  }

  private struct Row: Identifiable, Equatable, Sendable {
    var id: Int
  }

  private struct Rows: Equatable, Sendable {
    var rows = [Row(id: -1), Row(id: 2)]
    var selected: [Row]? = [Row(id: -1)]
  }

  private enum RowAction: ElementAction {
    case begin(Int)
    case rename(Int, to: Int)

    var elementID: Int {
      switch self {
      case .begin(let id), .rename(let id, to: _): id
      }
    }
  }

  @Test(arguments: [false, true])
  func `Contract 32: a row that changes its ID ends the effects of the old ID`(
    isNested: Bool
  ) async {
    let clock = ManualClock()
    let row = Reducer<Row>.on(RowAction.self) { row, action -> EffectOf<RowAction> in
      switch action {
      case .begin: return .tick("\(row.id)")
      case .rename(_, let id):
        row.id = id
        return .none
      }
    }
    let reducer =
      isNested
      ? row.forEach(\[Row].self).ifPresent(\Rows.selected) : row.forEach(\Rows.rows)
    let store = Store(state: Rows(), reducer: reducer, clock: clock)
    store.dispatch(RowAction.begin(-1))
    await clock.advance(by: .zero)
    #expect(store.runningEffects.count == 1)
    store.dispatch(RowAction.rename(-1, to: 7))
    await clock.advance(by: .zero)
    #expect(store.runningEffects.isEmpty)
    #expect(store.engine.effects.counts == (0, 0, 0))
    #expect((isNested ? store.state.selected : store.state.rows)?.first?.id == 7)
  }
}
