// SPDX-License-Identifier: MIT

import Runnel

/// A component that stores the newest props of a source and announces their changes.
@MainActor
final class PropsFollower<Props: Equatable>: ViewComponent {
  let disposer = Disposer()
  /// Called before later props change, but not when ``props(from:)`` returns the new ones.
  var willChange: @MainActor () -> Void = {}
  private var source: PropsSource<Props>?
  private var isConnecting = false

  #if canImport(Combine)
    nonisolated let changes = ChangePublisher()
  #endif

  /// The newest props, or `nil` before the first connection.
  var props: Props? {
    willSet {
      if !isConnecting { willChange() }
    }
  }

  init() {
    #if canImport(Combine)
      willChange = { [changes] in changes.send() }
    #endif
  }

  /// Returns the props of a source, and follows that source from now on.
  func props(from source: PropsSource<Props>) -> Props? {
    if source !== self.source {
      self.source = source
      isConnecting = true
      source.connect(self)
      isConnecting = false
    }
    return props
  }
}
