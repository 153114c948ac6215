// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting

@testable import Runnel

/// What effects in tests send: a word.
struct Said: Action, Equatable {
  let word: String

  init(_ word: String) {
    self.word = word
  }
}

/// Has the reducer return an effect.
struct Do: Action {
  let effect: Effect

  init(_ effect: Effect) {
    self.effect = effect
  }
}

struct Failure: Error, Equatable {
  var word = "failed"
}

/// The words that were said, in order.
struct Diary: Equatable, Sendable {
  var words: [String] = []
}

let diaryReducer = Reducer<Diary> {
  Reducer.on(Said.self) { state, said in state.words.append(said.word) }
  Reducer.on(Do.self) { _, action in action.effect }
}

/// A store that goes by a clock of its own.
struct DiaryStore {
  let clock = ManualClock()
  let store: Store<Diary>

  init(onError: (@Sendable (EffectFailure) -> Void)? = nil) {
    store = Store(state: Diary(), reducer: diaryReducer, clock: clock, onError: onError)
  }

  /// Has the reducer return an effect, and waits until all that is due has been done.
  func start(_ effect: Effect) async {
    store.dispatch(Do(effect))
    await clock.advance(by: .zero)
  }

  func advance(_ milliseconds: Int) async {
    await clock.advance(by: .milliseconds(milliseconds))
  }

  var words: [String] { store.state.words }

  var counts: (roots: Int, tasks: Int, remembered: Int) { store.engine.effects.counts }

  /// Nothing is under way or remembered.
  var isClean: Bool { counts == (0, 0, 0) && clock.sleeperCount == 0 }
}

extension Effect {
  /// Says a word after a while.
  static func say(_ word: String, after milliseconds: Int) -> Effect {
    .run { send in
      try await send.sleep(for: .milliseconds(milliseconds))
      send(Said(word))
    }
  }

  /// Fails after a while.
  static func fail(after milliseconds: Int, _ word: String = "failed") -> Effect {
    .run { send in
      try await send.sleep(for: .milliseconds(milliseconds))
      throw Failure(word: word)
    }
  }

  static func say(_ word: String) -> Effect { .send(Said(word)) }
}
