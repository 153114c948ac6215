// SPDX-License-Identifier: MIT

/// What the engine knows of a subscription. In itself one that tells nobody.
///
/// A class rather than a protocol, since a reference to one takes up half the room, and stores have as many as
/// they have observers.
///
/// `@unchecked`: `id` is set before the lane is published, and never again; the rest is constant.
class AnyLane: @unchecked Sendable {
  /// Grows with each subscription of a store.
  private(set) final var id: UInt64 = 0
  /// The slice that it is about.
  final let node: Node
  /// Where it comes from, and what it needs to be told of.
  final let origin: Origin

  init(node: Node, origin: Origin) {
    self.node = node
    self.origin = origin
  }

  final var role: Origin.Role { origin.role }
  /// What a store's list of connections says of it.
  final var connection: Connection { Connection(origin, slice: node.path) }

  /// Takes its place and its first value. Called with the state locked.
  final func enter(_ engine: Engine, id: UInt64, root: UnsafeRawPointer) {
    self.id = id
    takeFirst(from: root)
  }

  /// Gives its place up. Called with nothing locked.
  final func leave(_ engine: Engine) {
    engine.remove(self)
  }

  /// Takes its first value. Called with the state locked.
  func takeFirst(from root: UnsafeRawPointer) {}

  /// Whether a change has to be announced to it: not if it is going to look at the state anyway, and has not
  /// begun to. Called with the state locked.
  var needsTelling: Bool { true }

  /// Takes the announcement of a change or an action. Called by the drain, with nothing locked.
  func tell(_ announcement: Announcement) {}

  /// Delivers what waits for the store's own queue. Called by the drain, with nothing locked.
  func flush() {}

  /// Calls `fence` once all that the lane has been told so far has been delivered. Returns `false`,
  /// and does not call it, if nothing waits, or nothing that can be delivered while main is blocked.
  func fence(blocksMain: Bool, _ fence: @escaping @Sendable () -> Void) -> Bool { false }

  /// The store is going; this is its last state. Only told to lanes that do not keep their store.
  func end(root: UnsafeRawPointer, version: UInt64) {}
}

/// What the drain tells lanes: the state after an action, which stays as it is until all are told.
struct Announcement {
  let root: UnsafeRawPointer
  /// By its place: to copy an action is to ask its type how.
  let action: UnsafePointer<any Action>
  /// More actions wait to be reduced.
  let hasMore: Bool
}
