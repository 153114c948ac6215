// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary

/// A feature with every kind of input and output, which collects words.
final class WordBoundary: Boundary<WordBoundary.Logic> {
  struct Input: Sendable {
    let word = Port<String>()
    let clear = Port<Void>()
  }

  struct Output: Sendable {
    let words: Property<[String]>
    let count: Property<Int>
    let checked: ThrowingProperty<Int>
    let summary: Computed<String>
    /// A source exposed by mistake.
    let leak: Source<Int>
  }

  struct State: Equatable, Sendable {
    var words: [String] = []
    var checked: Result<Int, WordError> = .success(0)
  }

  enum Logic: BoundaryLogic {
    typealias Input = WordBoundary.Input
    typealias State = WordBoundary.State

    static func bind(_ dependency: Dependency<Logic>) -> Output {
      let (input, store, disposer) = (dependency.input, dependency.store, dependency.disposer)
      input.word.dispatch(to: store) { WordAction.added($0) }.dispose(on: disposer)
      input.clear.dispatch(to: store) { WordAction.cleared }.dispose(on: disposer)
      let words = store.property(\.words)
      return Output(
        words: words,
        count: words.map(\.count),
        checked: store.property(\.checked).throwing(),
        summary: Computed { words.value.joined(separator: " ") },
        leak: Source(0)
      )
    }
  }

  static let reducer = Reducer<State>.updating(WordAction.self) { state, action in
    switch action {
    case .added(let word):
      state.words.append(word)
      state.checked = word.isEmpty ? .failure(WordError()) : .success(word.count)
    case .cleared:
      state.words = []
    }
  }

  convenience init() {
    self.init(input: Input(), state: State(), reducer: WordBoundary.reducer)
  }

  convenience init(over store: Store<State>) {
    self.init(input: Input(), store: store)
  }
}

enum WordAction: Action, Equatable {
  case added(String)
  case cleared
}

struct WordError: Error, Equatable {}
