// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// The floor's update of a view on main: the newest value, with at most one pending update.
final class Newest: Sendable {
  private let value = Atomic(0)
  private let isAwaited = Atomic(false)
  private let show: @MainActor @Sendable (Int) -> Void

  init(_ show: @escaping @MainActor @Sendable (Int) -> Void) {
    self.show = show
  }

  /// Updates the view with a value, or with a newer one.
  func deliver(_ newValue: Int) {
    value.store(newValue, ordering: .releasing)
    guard !isAwaited.exchange(true, ordering: .acquiringAndReleasing) else { return }
    DispatchQueue.main.async { [self] in
      isAwaited.store(false, ordering: .sequentiallyConsistent)
      show(value.load(ordering: .sequentiallyConsistent))
    }
  }
}
