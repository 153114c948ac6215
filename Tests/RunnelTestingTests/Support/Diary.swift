// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting

/// The words that were said, in order.
struct Diary: Equatable, Sendable {
  var words: [String] = []
  var mood = Mood.calm

  enum Mood: Equatable, Sendable {
    case calm
    case merry(Int)
  }
}

/// A word, as tests and effects say it.
struct Said: Action, Equatable {
  let word: String

  init(_ word: String) {
    self.word = word
  }
}

/// Something longer.
struct Told: Action, Equatable {
  let title: String
  let pages: Int
}

struct Cheered: Action {}

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

enum Print: Command, Equatable {
  case page(Int)
}

let diaryReducer = Reducer<Diary> {
  Reducer.on(Said.self) { state, said in state.words.append(said.word) }
  Reducer.on(Told.self) { state, told in state.words.append(told.title) }
  Reducer.on(Cheered.self) { state, _ in
    if case .merry(let count) = state.mood {
      state.mood = .merry(count + 1)
    } else {
      state.mood = .merry(1)
    }
  }
  Reducer.on(Do.self) { _, action in action.effect }
}

extension Effect {
  static func say(_ word: String) -> Effect { .send(Said(word)) }

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
}
