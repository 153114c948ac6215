// SPDX-License-Identifier: MIT

/// An action that an effect sent, that a middleware passed on later, that has an address, or that
/// was dispatched through the scope of a value with an identity.
///
/// `@unchecked`: the context refers to parts of the effects' state machine, which are read and
/// written with that locked.
final class RoutedAction: Action, @unchecked Sendable {
  let action: any Action
  let context: EffectNode?
  /// The number of middleware that the action has passed.
  let stage: Int
  /// Whom of many the action is for, or `nil` if it is for all.
  let address: Address?
  /// The value whose scope dispatched the action, which is dropped if one with another identity has
  /// taken its place.
  let identity: Slice?

  init(
    _ action: any Action, context: EffectNode? = nil, stage: Int = 0, to address: Address?,
    of identity: Slice? = nil
  ) {
    self.action = action
    self.context = context
    self.stage = stage
    self.address = address
    self.identity = identity
  }
}

/// An action that says itself whom of many it is for, in place of the address of its sender.
///
/// `@unchecked`: the ID is a part of a state, which is `Sendable`.
package final class TargetedAction: Action, @unchecked Sendable {
  package let action: any Action
  /// Whether the action is for all, whoever sends it.
  package var isForAll: Bool { target == nil }
  /// `nil`: all of the many, wherever they are.
  private let target: (path: ElementsPath, id: AnyHashable, site: CallSite)?

  package init(toAll action: any Action) {
    self.action = action
    target = nil
  }

  /// Creates an action for an element of a collection at a path from the sender's state.
  package init<State, Elements: ElementsByID>(
    _ action: any Action, to keyPath: any WritableKeyPath<State, Elements> & Sendable,
    id: Elements.ElementID, at site: CallSite
  ) {
    self.action = action
    target = (ElementsPath(keyPath, at: site), AnyHashable(id), site)
  }

  private init(_ action: any Action, like other: TargetedAction) {
    self.action = action
    target = other.target
  }

  func with(_ action: any Action) -> TargetedAction { TargetedAction(action, like: self) }

  /// Returns the address of the action if it is sent from a place in the state, or the root state.
  ///
  /// A path that begins at another state than the sender's is a misuse: it would read other memory.
  package func resolve(
    from base: PathBase?, in sender: Address?
  ) -> (address: Address?, misuse: Misuse?) {
    guard let (path, id, site) = target else { return (nil, nil) }
    let base = base ?? PathBase(root: path.rootType)
    guard base.type == path.rootType else {
      return (nil, .pathOfOtherState(path.rootType, from: base.type, at: site))
    }
    return (base.place(path).address(id).inside(sender), nil)
  }
}

extension Action {
  var targeted: TargetedAction? { known() }

  var asRouted: RoutedAction? { known() }

  // Types are compared, which is faster than a cast.
  @inline(__always)
  private func known<Known: Action>() -> Known? {
    guard Self.self == Known.self else { return nil }
    return withUnsafePointer(to: self) {
      UnsafeRawPointer($0).assumingMemoryBound(to: Known.self).pointee
    }
  }
}
