// SPDX-License-Identifier: MIT

import Synchronization

/// A count that many threads change and that one thread polls at the cost of a load.
///
/// The drain polls one for each action. A lock in its place would be the second one that an action
/// takes. The count orders no other access.
extension Atomic<Int> {
  /// A Boolean value indicating whether the count was zero recently.
  @inline(__always)
  var isZero: Bool { load(ordering: .relaxed) == 0 }

  func add(_ difference: Int) {
    wrappingAdd(difference, ordering: .relaxed)
  }
}
