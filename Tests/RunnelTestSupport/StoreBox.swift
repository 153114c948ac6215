// SPDX-License-Identifier: MIT

package import Runnel

/// Gives a reducer access to its own store.
package final class StoreBox<State: Sendable>: @unchecked Sendable {
  // `@unchecked`: set before the first action and after the last one.
  package var store: Store<State>?

  package init() {}
}
