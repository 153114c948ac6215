// SPDX-License-Identifier: MIT

import Runnel

/// The lifetime of a boundary, for objects that can outlive it.
final class BoundaryLifetime: Sendable {
  /// The owner of the boundary's subscriptions; after the end it disposes of new ones at once.
  let disposer = Disposer()
  private let site: CallSite
  /// The ports in the order in which they were claimed, or `nil` after the end.
  private let ports = Locked<[any OwnableInputPort]?>([])

  init(at site: CallSite) {
    self.site = site
  }

  /// Claims all stored ports of an input, including inherited ones.
  func claimPorts(of input: Any, for each: (any OwnableInputPort) -> Void = { _ in }) {
    var mirror: Mirror? = Mirror(reflecting: input)
    while let next = mirror {
      for child in next.children {
        guard let port = child.value as? any OwnableInputPort else { continue }
        claim(port)
        each(port)
      }
      mirror = next.superclassMirror
    }
  }

  /// Makes the boundary the owner of a port; a port with another owner is a fatal error.
  ///
  /// O(number of ports).
  func claim(_ port: any OwnableInputPort) {
    if ports.withLock({ $0?.contains { $0 === port } ?? false }) { return }
    guard port.claim(for: ObjectIdentifier(self)) else {
      // After the end, the boundary's own ports are closed too.
      if hasEnded { return }
      Misuse.sharedPort("\(type(of: port))", at: site).trap()
    }
    ports.withLock { $0?.append(port) }
    if hasEnded { port.close() }
  }

  private var hasEnded: Bool { ports.withLock { $0 == nil } }

  /// Ends all subscriptions and closes all ports of the boundary.
  func end() {
    disposer.close()
    let last = ports.withLock { ports in
      defer { ports = nil }
      return ports ?? []
    }
    last.forEach { $0.close() }
  }
}
