// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary

/// A boundary that searches a server for the typed text when typing has paused.
package final class SearchAPI: Boundary<SearchAPI.Logic> {
  package struct Input: Sendable {
    package let text = InputPort<String>()
    package let retry = InputPort<Void>()
  }

  package struct Output: Sendable {
    package let answer: ThrowingProperty<[Repository]>
    package let isSearching: Property<Bool>
  }

  package struct State: Equatable, Sendable {
    var text = ""
    var isSearching = false
    var answer: Result<[Repository], SearchFailure> = .success([])
  }

  package enum Logic: BoundaryLogic {
    package typealias Input = SearchAPI.Input
    package typealias State = SearchAPI.State
    package typealias ActionType = SearchAction
    package typealias Dependencies = SearchClient

    package static func bind(_ context: Context<Logic>) -> Output {
      let (store, client, disposer) = (context.store, context.dependencies, context.disposer)
      context.input.text.dispatch(to: store) { .textChanged($0) }.dispose(on: disposer)
      context.input.retry.dispatch(to: store) { .retried }.dispose(on: disposer)
      store.handle(SearchCommand.self) { command in
        .once {
          do {
            return .answered(.success(try await client.search(command.text)))
          } catch {
            return .answered(.failure(SearchFailure(error)))
          }
        }
      }
      .dispose(on: disposer)
      return Output(
        answer: store.property(\.answer).throwing(),
        isSearching: store.property(\.isSearching)
      )
    }
  }

  /// Creates a boundary.
  ///
  /// - Parameters:
  ///   - client: The client of the server.
  ///   - clock: The clock that measures the pause in typing.
  package convenience init(
    client: SearchClient,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      input: Input(), state: State(), reducer: SearchAPI.reducer, clock: clock, dependencies: client
    )
  }

  static let reducer = Reducer<State>.on(SearchAction.self) { state, action in
    switch action {
    case .textChanged(let text):
      state.text = text
      state.isSearching = !text.isEmpty
      if text.isEmpty {
        state.answer = .success([])
        return .cancel(id: SearchCommand.id)
      }
      return search(for: text).debounce(id: SearchCommand.id, for: .milliseconds(300))
    case .retried:
      if state.text.isEmpty { return .none }
      state.isSearching = true
      return search(for: state.text)
    case .answered(let answer):
      state.isSearching = false
      state.answer = answer
      return .none
    }
  }

  private static func search(for text: String) -> EffectOf<SearchAction> {
    .perform(SearchCommand(text: text)).cancellable(id: SearchCommand.id, cancelInFlight: true)
  }
}

package enum SearchAction: Action, Equatable {
  case textChanged(String)
  case retried
  case answered(Result<[Repository], SearchFailure>)
}

struct SearchCommand: Command, Equatable {
  static let id = "search"

  let text: String
}
