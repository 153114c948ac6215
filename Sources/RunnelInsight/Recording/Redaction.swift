// SPDX-License-Identifier: MIT

import Foundation
public import Runnel

/// The decision what a recording contains of an action.
///
/// It is also asked about the actions inside another one. If the outer action is kept, and one
/// inside isn't, the outer one is hidden: replace it to keep the rest.
public enum Redaction: Sendable {
  /// Records the action.
  case kept
  /// Records the type and the times of the action, and nothing that is in it.
  ///
  /// The session can't be replayed beyond it.
  case hidden
  /// Records another action in its place, such as one without the password.
  case replaced(by: any Action)
}

struct Redactor<State: Sendable>: Sendable {
  let redact: (@Sendable (any Action) -> Redaction)?
  let redactState: (@Sendable (inout State) -> Void)?

  var isEmpty: Bool { redact == nil && redactState == nil }

  func recorded(_ action: any Action) -> (any Action)? {
    if let redact {
      switch redact(action) {
      case .hidden: return nil
      case .replaced(let other): return other
      case .kept: break
      }
      let isInside = NestedActions.contains(in: action) {
        if case .kept = redact($0) { false } else { true }
      }
      if isInside { return nil }
    }
    if redactState == nil { return action }
    if let restored = action as? RestoredState<State> {
      return RestoredState(recorded(restored.state))
    }
    // The closure can't change the state of another scope.
    return action is any StateRestoring ? nil : action
  }

  func recorded(_ state: State) -> State {
    var state = state
    redactState?(&state)
    return state
  }
}

/// The search for actions inside another action: in a case of it, of an array or of a dictionary.
enum NestedActions {
  /// Returns whether a value has an action inside, at any depth, that satisfies a condition.
  ///
  /// O(size of the value), without arrays whose elements can't contain an action. Classes aren't
  /// searched: another thread could be changing the object.
  static func contains(in value: Any, where condition: (any Action) -> Bool) -> Bool {
    // A list, and no recursion: a value can be nested without end.
    var rest = [value]
    while let value = rest.popLast() {
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .class || isPlain(type(of: value)) { continue }
      for child in mirror.children {
        if let action = child.value as? any Action, condition(action) { return true }
        rest.append(child.value)
      }
    }
    return false
  }

  private static func isPlain(_ type: Any.Type) -> Bool {
    if plainTypes.contains(ObjectIdentifier(type)) { return true }
    guard let type = type as? any Container.Type else { return false }
    return type.partTypes.allSatisfy(isPlain)
  }

  private static let plainTypes: Set<ObjectIdentifier> = {
    let types: [Any.Type] = [
      Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self,
      UInt16.self, UInt32.self, UInt64.self, Float.self, Double.self, Decimal.self, String.self,
      Substring.self, Character.self, Data.self, Date.self, URL.self, UUID.self, Duration.self,
    ]
    return Set(types.map(ObjectIdentifier.init))
  }()
}

private protocol Container {
  static var partTypes: [Any.Type] { get }
}

extension Array: Container { static var partTypes: [Any.Type] { [Element.self] } }
extension ArraySlice: Container { static var partTypes: [Any.Type] { [Element.self] } }
extension ContiguousArray: Container { static var partTypes: [Any.Type] { [Element.self] } }
extension Set: Container { static var partTypes: [Any.Type] { [Element.self] } }
extension Optional: Container { static var partTypes: [Any.Type] { [Wrapped.self] } }
extension Dictionary: Container {
  static var partTypes: [Any.Type] { [Key.self, Value.self] }
}
