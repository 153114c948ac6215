// SPDX-License-Identifier: MIT

/// The last known position of an element, for readers.
///
/// A thread can read it while another one ends the last subscription of the element.
struct CachedPosition: Sendable {
  static let unknown = -1
  static let absent = -2

  private let state = Locked(CachedPosition.unknown)

  var index: Int {
    get { state.withLock { $0 } }
    nonmutating set { state.withLock { $0 = newValue } }
  }
}
