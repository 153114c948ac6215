// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary

/// A search screen.
///
/// It works with a ``SearchAPI`` or with a mock of one.
package final class SearchScreen: Boundary<SearchScreen.Logic> {
  package struct Input: Sendable {
    package let searchText = InputPort<String>()
    package let retryTapped = InputPort<Void>()
  }

  package struct Output: Sendable {
    package let rows: Property<[String]>
    package let isLoading: Property<Bool>
    package let message: Property<String?>
    package let summary: Computed<String>
  }

  package enum Logic: BoundaryLogic {
    package typealias Input = SearchScreen.Input
    package typealias Dependencies = any InputOutput<SearchAPI.Input, SearchAPI.Output>

    package static func bind(_ context: Context<Logic>) -> Output {
      let (api, disposer) = (context.dependencies, context.disposer)
      context.input.searchText
        .forward(to: api.input.text) { $0.split(separator: " ").joined(separator: " ") }
        .dispose(on: disposer)
      context.input.retryTapped.forward(to: api.input.retry).dispose(on: disposer)
      let rows = api.output.answer.results.map { answer in
        ((try? answer.get()) ?? []).map { "\($0.name) (\($0.stars))" }
      }
      return Output(
        rows: rows,
        isLoading: api.output.isSearching,
        message: api.output.answer.results.map { answer in
          if case .failure(let error) = answer { describe(error) } else { nil }
        },
        summary: Computed {
          let count = rows.value.count
          return count == 1 ? "1 repository" : "\(count) repositories"
        }
      )
    }

    private static func describe(_ error: any Error) -> String {
      switch error as? SearchFailure {
      case .status(let status): "The server answered with \(status)."
      case .unreachable, nil: "The server cannot be reached."
      }
    }
  }

  package convenience init(api: any InputOutput<SearchAPI.Input, SearchAPI.Output>) {
    self.init(input: Input(), dependencies: api)
  }
}
