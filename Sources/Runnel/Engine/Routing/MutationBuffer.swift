// SPDX-License-Identifier: MIT

/// Memory for a reducer that reports one changed part.
///
/// A reducer allocates it once, since an action must not allocate.
final class MutationBuffer {
  private let mutation = UnsafeMutablePointer<Mutation>.allocate(capacity: 1)
  private let target = UnsafeMutablePointer<MutationTarget>.allocate(capacity: 1)

  deinit {
    mutation.deallocate()
    target.deallocate()
  }

  /// Returns a report of a part, found in `size` bytes, and of the change inside it.
  func report(_ part: MutationTarget.Part, in size: Int, _ inner: Touch) -> Touch {
    let change: Mutation
    switch inner {
    case .nothing: return .nothing
    case .whole: change = .everything
    case .part(let mutation): change = mutation.pointee
    }
    target.initialize(to: MutationTarget(part: part, inner: change))
    return report(Mutation(range: 0..<size, target: target))
  }

  /// Returns a report of a change.
  func report(_ change: Mutation) -> Touch {
    mutation.initialize(to: change)
    return .part(mutation)
  }
}
