// SPDX-License-Identifier: MIT

import Runnel

/// How long a boundary is there, for what may outlast it.
final class BoundaryLifetime: Sendable {
  private struct State {
    /// The inputs, which end with the boundary. `nil` once it has gone.
    var ports: [ObjectIdentifier: any AnyPort]? = [:]
  }

  /// Ends what it was given, and from the end on whatever it is given.
  let disposer = Disposer()
  private let site: CallSite
  private let state = Locked(State())

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

  /// Makes a port one of this boundary, or traps if it is another one's.
  func claim(_ port: any AnyPort) {
    let id = ObjectIdentifier(port)
    if state.withLock({ $0.ports?[id] != nil }) { return }
    guard port.claim(for: ObjectIdentifier(self)) else {
      // One of its own, which has ended with it.
      if isOver { return }
      Misuse.sharedPort("\(type(of: port))", at: site).trap()
    }
    state.withLock { $0.ports?[id] = port }
    if isOver { port.close() }
  }

  private var isOver: Bool { state.withLock { $0.ports == nil } }

  /// Ends all that the boundary owns.
  func end() {
    disposer.close()
    let ports = state.withLock { state in
      defer { state.ports = nil }
      return state.ports ?? [:]
    }
    for port in ports.values { port.close() }
  }
}
