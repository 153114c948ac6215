// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting

@testable import Runnel

/// The words of all `Word` actions, in order.
struct Diary: Equatable, Sendable { var words: [String] = [] }

let diaryReducer = Reducer<Diary> {
  Reducer.updating(Word.self) { state, said in state.words.append(said.word) }
  Reducer.on(Do.self) { _, action in .init(action.effect) }
}

extension StoreOf where ActionType == any Action {
  /// Dispatches a `Do` action, without waiting.
  func start(_ effect: Effect) { dispatch(Do(effect)) }

  /// Records the words of `Word` actions until the token is disposed.
  func recordWords(_ record: @escaping @Sendable (String) -> Void) -> Disposable {
    onAction { _, action in
      if let said = action as? Word { record(said.word) }
    }
  }
}

/// A store of a diary with a manual clock of its own.
struct DiaryStore {
  let clock: ManualClock
  let store: Store<Diary>
  /// The errors that no effect caught, unless there is another handler.
  let errors = Recorder<String>()

  init(clock: ManualClock = ManualClock(), onError: (@Sendable (EffectFailure) -> Void)? = nil) {
    self.clock = clock
    let errors = errors
    store = Store(
      state: Diary(), reducer: diaryReducer, clock: clock,
      onError: onError ?? { errors.record("\($0.error)") })
  }

  /// Dispatches a `Do` action, and returns when all due work is done.
  func start(_ effect: Effect) async {
    store.start(effect)
    await clock.advance(by: .zero)
  }

  func advance(_ milliseconds: Int) async { await clock.advance(by: .milliseconds(milliseconds)) }

  /// Returns each word that effects send while `body` runs, with its time in milliseconds.
  func timeline(_ body: () async -> Void) async -> [String] {
    let heard = Recorder<String>()
    let token = store.recordWords { [clock] word in
      heard.record("\(word) \(Int(clock.now.offset / .milliseconds(1)))")
    }
    await body()
    token.dispose()
    return heard.values
  }

  var words: [String] { store.state.words }

  var counts: (roots: Int, tasks: Int, remembered: Int) { store.engine.effects.counts }

  /// True if no effect runs, waits or is remembered.
  var isClean: Bool { counts == (0, 0, 0) && clock.sleeperCount == 0 }
}
