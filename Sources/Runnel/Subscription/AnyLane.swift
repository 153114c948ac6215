// SPDX-License-Identifier: MIT

/// What the engine knows of a subscription.
protocol AnyLane: AnyObject, Sendable {
  /// Grows with each subscription of a store; set when the lane enters and never again.
  var id: UInt64 { get }
  /// What it needs to be told of.
  var role: Origin.Role { get }
  /// The slice that it is about.
  var node: Node { get }
  /// What a store's list of connections says of it.
  var connection: Connection { get }

  /// Takes its place and its first value. Called with the state locked.
  func enter(_ engine: Engine, id: UInt64, root: UnsafeRawPointer)
  /// Gives its place up. Called with nothing locked.
  func leave(_ engine: Engine)
  /// Takes the announcement of a change or an action. Called by the drain, with nothing locked.
  func tell(_ announcement: Announcement)
  /// Delivers what waits for the store's own queue. Called by the drain, with nothing locked.
  func flush()
  /// Calls `fence` once all that the lane has been told so far has been delivered. Returns `false`,
  /// and does not call it, if nothing waits, or nothing that can be delivered while main is blocked.
  func fence(blocksMain: Bool, _ fence: @escaping @Sendable () -> Void) -> Bool
  /// The store is going; this is its last state. Only told to lanes that do not keep their store.
  func end(root: UnsafeRawPointer, version: UInt64)
}

/// What the drain tells lanes: the state after an action, which stays as it is until all are told.
struct Announcement {
  let root: UnsafeRawPointer
  let action: any Action
  /// More actions wait to be reduced.
  let hasMore: Bool
}

/// Who gets what a lane delivers. The pointers are to values of the type of the lane's slice.
enum Consumer {
  /// Is handed values.
  case observer((UnsafeRawPointer) -> Void)
  /// Is handed each action, with the slice that it left behind. Returns whether it is still there.
  case listener((UnsafeRawPointer, any Action) -> Bool)
  /// Turns a value into what a component shows. The flag says that it is the first time.
  case component((UnsafeRawPointer, _ isFirst: Bool) -> Mapped)
}

extension Consumer {
  /// A consumer for a slice that is a `Value`.
  static func observer<Value>(with observe: @escaping (Value) -> Void) -> Consumer {
    .observer { observe($0.assumingMemoryBound(to: Value.self).pointee) }
  }

  /// A consumer for a slice that is a `Value`.
  static func listener<Value>(with listen: @escaping (Value, any Action) -> Bool) -> Consumer {
    .listener { listen($0.assumingMemoryBound(to: Value.self).pointee, $1) }
  }

  /// A consumer for a slice that is a `Value`.
  static func component<Value>(with map: @escaping (Value, Bool) -> Mapped) -> Consumer {
    .component { map($0.assumingMemoryBound(to: Value.self).pointee, $1) }
  }
}

extension Consumer {
  /// The same consumer, if it is a listener for some actions only.
  func hearing(_ accepted: AcceptedActions) -> Consumer {
    guard case .listener(let listen) = self else { return self }
    let hear: (UnsafeRawPointer, any Action) -> Bool = { value, action in
      !accepted.contains(action) || listen(value, action)
    }
    return .listener(hear)
  }
}

/// What came of showing a value to a component.
enum Mapped {
  /// It shows the same already.
  case unchanged
  /// It shows something else as soon as this has been called.
  case set(() -> Void)
  /// The component is no more.
  case gone
}
