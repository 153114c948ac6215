// SPDX-License-Identifier: MIT

/// A value of a surrounding state, for the reducers inside that read it, during one run.
struct SharedValue {
  /// The identity of one composition that shares a value.
  final class Key: Sendable {
    let site: CallSite

    init(at site: CallSite) {
      self.site = site
    }
  }

  let key: Key
  let value: UnsafeRawPointer
  /// The value that a composition around this one shares.
  let outer: UnsafePointer<SharedValue>?
}

extension ReducerOutput {
  /// Returns the value that the composition with a key shares, or `nil` outside of it.
  func sharedValue(for key: SharedValue.Key) -> UnsafeRawPointer? {
    var next = sharedValues
    while let shared = next {
      if shared.pointee.key === key { return shared.pointee.value }
      next = shared.pointee.outer
    }
    return nil
  }
}

extension CompiledReducer {
  /// Returns the same reducer, which shares a value of the composition's state with those inside.
  func sharing<Root, Shared>(
    _ keyPath: any KeyPath<Root, Shared> & Sendable, as key: SharedValue.Key
  ) -> CompiledReducer {
    wrappingBody { [offset] body in
      { part, action, output in
        // The body's part lies at the offset from the start of the composition's value.
        let root = (part - offset).assumingMemoryBound(to: Root.self)
        // In a statement of its own: reading through a key path copies the root until its end.
        let value = root.pointee[keyPath: keyPath]
        let outer = output.pointee.sharedValues
        return withUnsafePointer(to: value) { shared in
          withUnsafePointer(to: SharedValue(key: key, value: shared, outer: outer)) {
            output.pointee.sharedValues = $0
            defer { output.pointee.sharedValues = outer }
            return body(part, action, output)
          }
        }
      }
    }
  }
}
