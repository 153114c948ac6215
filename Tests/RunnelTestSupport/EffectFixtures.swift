// SPDX-License-Identifier: MIT

package import Runnel

/// An action that mutates the state with a closure, if the store's reducer has `Mutate.reducer`.
package struct Mutate<State: Sendable>: Action {
  private let change: @Sendable (inout State) -> Void

  package init(_ change: @escaping @Sendable (inout State) -> Void) {
    self.change = change
  }

  package static var reducer: Reducer<State> {
    .on(Self.self) { state, mutation in mutation.change(&state) }
  }
}

extension Store {
  /// Dispatches a `Mutate` action.
  package func mutate(_ change: @escaping @Sendable (inout State) -> Void) {
    dispatch(Mutate(change))
  }
}

/// Records the runtime warnings whose message contains a text, until it is released.
package final class WarningRecorder: Sendable {
  private let recorder: Recorder<Misuse>
  private let listener: Disposable

  package init(containing text: String) {
    let recorder = Recorder<Misuse>()
    self.recorder = recorder
    listener = Misuse.onWarning { if $0.description.contains(text) { recorder.record($0) } }
  }

  deinit {
    listener.dispose()
  }

  package var messages: [String] { recorder.values.map(\.message) }

  /// The messages with their file and line.
  package var descriptions: [String] { recorder.values.map(\.description) }
}
