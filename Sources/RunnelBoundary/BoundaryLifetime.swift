// SPDX-License-Identifier: MIT

import Runnel

/// How long a boundary is there, for what may outlast it.
final class BoundaryLifetime: Sendable {
  /// Ends what it was given, and from the end on whatever it is given.
  let disposer = Disposer()
  private let site: CallSite
  /// The inputs, in the order in which they were claimed. `nil` once the boundary has gone.
  private let ports = Locked<[any AnyPort]?>([])

  init(at site: CallSite) {
    self.site = site
  }

  /// Makes all stored ports of an input those of this boundary.
  func claimPorts(of input: Any, for each: (any AnyPort) -> Void = { _ in }) {
    var mirror: Mirror? = Mirror(reflecting: input)
    while let next = mirror {
      for child in next.children {
        guard let port = child.value as? any AnyPort else { continue }
        claim(port)
        each(port)
      }
      mirror = next.superclassMirror
    }
  }

  /// Makes a port one of this boundary, or traps if it is another one's. O(number of ports).
  func claim(_ port: any AnyPort) {
    if ports.withLock({ $0?.contains { $0 === port } ?? false }) { return }
    guard port.claim(for: ObjectIdentifier(self)) else {
      // One of its own, which has ended with it.
      if isOver { return }
      Misuse.sharedPort("\(type(of: port))", at: site).trap()
    }
    ports.withLock { $0?.append(port) }
    if isOver { port.close() }
  }

  private var isOver: Bool { ports.withLock { $0 == nil } }

  /// Ends all that the boundary owns.
  func end() {
    disposer.close()
    let last = ports.withLock { ports in
      defer { ports = nil }
      return ports ?? []
    }
    last.forEach { $0.close() }
  }
}
