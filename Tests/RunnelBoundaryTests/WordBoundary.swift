// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary

/// A feature with every kind of input and output, which collects words.
final class WordBoundary: Boundary<WordBoundary.Logic> {
  struct Input: Sendable {
    let word = InputPort<String>()
    let clear = InputPort<Void>()
  }

  struct Output: Sendable {
    let words: Property<[String]>
    let count: Property<Int>
    let checked: ThrowingProperty<Int>
    let summary: Computed<String>
    /// A mutable property exposed by mistake.
    let leak: MutableProperty<Int>
  }

  struct State: Equatable, Sendable {
    var words: [String] = []
    var checked: Result<Int, WordError> = .success(0)
  }

  enum Logic: BoundaryLogic {
    typealias Input = WordBoundary.Input
    typealias State = WordBoundary.State

    static func bind(_ context: Context<Logic>) -> Output {
      let (input, store, disposer) = (context.input, context.store, context.disposer)
      input.word.dispatch(to: store) { WordAction.added($0) }.dispose(on: disposer)
      input.clear.dispatch(to: store) { WordAction.cleared }.dispose(on: disposer)
      let words = store.property(\.words)
      return Output(
        words: words, count: words.map(\.count), checked: store.property(\.checked).throwing(),
        summary: Computed { words.value.joined(separator: " ") }, leak: MutableProperty(0))
    }
  }

  static let reducer = Reducer<State>.updating(WordAction.self) { state, action in
    switch action {
    case .added(let word):
      state.words.append(word)
      state.checked = word.isEmpty ? .failure(WordError()) : .success(word.count)
    case .cleared: state.words = []
    }
  }

  convenience init() {
    self.init(input: Input(), state: State(), reducer: WordBoundary.reducer, dependencies: ())
  }

  convenience init(over store: Store<State>) {
    self.init(input: Input(), store: store, dependencies: ())
  }
}

enum WordAction: Action, Equatable { case added(String), cleared }

struct WordError: Error, Equatable {}
