// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting

/// A state with the words of all actions, in order.
struct Diary: Equatable, Sendable {
  var words: [String] = []
  var mood = Mood.calm

  enum Mood: Equatable, Sendable {
    case calm
    case merry(Int)
  }
}

/// An action with one word.
struct Wrote: Action, Equatable {
  let word: String

  init(_ word: String) {
    self.word = word
  }
}

/// An action with several values.
struct Published: Action, Equatable {
  let title: String
  let pages: Int
}

struct Cheered: Action {}

/// An action whose reducer returns an effect.
struct Run: Action {
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
  Reducer.on(Wrote.self) { state, wrote in state.words.append(wrote.word) }
  Reducer.on(Published.self) { state, published in state.words.append(published.title) }
  Reducer.on(Cheered.self) { state, _ in
    if case .merry(let count) = state.mood {
      state.mood = .merry(count + 1)
    } else {
      state.mood = .merry(1)
    }
  }
  Reducer.on(Run.self) { _, action in action.effect }
}

func makeDiary(
  _ exhaustivity: Exhaustivity = .on,
  clock: any Clock<Duration> = ManualClock(),
  middleware: [Middleware<Diary>] = [],
  limit: Duration = .seconds(60),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line
) -> TestStore<Diary> {
  TestStore(
    state: Diary(), reducer: diaryReducer, clock: clock, middleware: middleware,
    exhaustivity: exhaustivity, limit: limit, fileID: fileID, filePath: filePath, line: line)
}

/// A value whose description hides its difference from another one.
struct Secret: Equatable, Sendable, CustomStringConvertible {
  var value = 0
  var description: String { "secret" }
}

extension Effect {
  static func write(_ word: String) -> Effect { .send(Wrote(word)) }

  static func write(_ word: String, after milliseconds: Int) -> Effect {
    .run { send in
      try await send.sleep(for: .milliseconds(milliseconds))
      send(Wrote(word))
    }
  }

  static func fail(after milliseconds: Int) -> Effect {
    .run { send in
      try await send.sleep(for: .milliseconds(milliseconds))
      throw Failure()
    }
  }

  static let sleep = Effect.run { try await $0.sleep(for: .seconds(1)) }
}
