// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// A state with the words of all actions, in order.
struct Diary: Equatable, Sendable {
  var words: [String] = []
  var mood = Mood.calm

  enum Mood: Equatable, Sendable {
    case calm
    case merry(Int)
  }
}

/// An action with several values.
struct Published: Action, Equatable {
  let title: String
  let pages: Int
}

struct Cheered: Action {}

enum Print: Command, Equatable {
  case page(Int)
}

let diaryReducer = Reducer<Diary> {
  Reducer.updating(Word.self) { state, said in state.words.append(said.word) }
  Reducer.updating(Published.self) { state, published in state.words.append(published.title) }
  Reducer.updating(Cheered.self) { state, _ in
    if case .merry(let count) = state.mood {
      state.mood = .merry(count + 1)
    } else {
      state.mood = .merry(1)
    }
  }
  Reducer.on(Do.self) { _, action in .init(action.effect) }
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

/// A value whose description and mirror hide its difference from another one.
struct Hidden: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
  var value = 0
  var description: String { "hidden" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// A value whose description hides its difference from another one.
struct Secret: Equatable, Sendable, CustomStringConvertible {
  var value = 0
  var description: String { "secret" }
}

/// A failure that a test reported: its message, and its line after that of `failures`.
struct TestFailure: Equatable, CustomStringConvertible {
  let line: Int
  let text: String

  init(at line: Int, _ text: String) {
    self.line = line
    self.text = text
  }

  var description: String { "line \(line): \(text)" }

  /// The message without its headline.
  var details: String { text.split(separator: "\n").dropFirst().joined(separator: "\n") }
}

/// Returns the failures that `body` reports, in order; they don't fail the calling test.
nonisolated(nonsending) func failures(
  file: StaticString = #fileID, line: Int = #line,
  _ body: nonisolated(nonsending) () async -> Void
) async -> [TestFailure] {
  let failures = Locked<[TestFailure]>([])
  await withKnownIssue(isIntermittent: true) {
    await body()
  } matching: { issue in
    let location = issue.sourceLocation
    let isHere = location?.fileID == "\(file)"
    let text = issue.comments.map(\.rawValue).joined(separator: "\n")
    failures.withLock {
      $0.append(TestFailure(at: isHere ? (location?.line ?? 0) - line : -line, text))
    }
    return true
  }
  return failures.withLock { $0 }
}
