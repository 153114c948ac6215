// SPDX-License-Identifier: MIT

package import Runnel

/// An action that carries its change of the state.
package struct Edit<State>: Action {
  fileprivate let apply: @Sendable (inout State) -> Void

  package init(_ apply: @escaping @Sendable (inout State) -> Void) {
    self.apply = apply
  }
}

extension Reducer {
  /// A reducer that applies the changes dispatched with `Store.edit`.
  package static var edits: Reducer<State> {
    .updating(Edit<State>.self) { state, edit in edit.apply(&state) }
  }
}

extension StoreOf where ActionType == any Action {
  /// Dispatches a change, for a store with the reducer `edits`.
  package func edit(_ apply: @escaping @Sendable (inout State) -> Void) {
    dispatch(Edit(apply))
  }
}
