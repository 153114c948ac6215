// SPDX-License-Identifier: MIT

public import Runnel

/// Asserts that nobody holds an object any more once a closure that has made and used it returns.
///
/// ```swift
/// await expectReleased {
///   let player = Player(store: store)
///   player.play()
///   return player
/// }
/// ```
///
/// The object is looked for once, as soon as the closure has returned it and this has let go of it; nothing
/// is waited for. So whatever is to end before belongs into the closure: await it there. What still holds
/// the object then is a leak, or somebody who is busy with it: for work on the queue of a store see
/// ``expectReleased(after:fileID:filePath:line:column:_:)``. In the closure, keep the object in no variable
/// that lives on.
///
/// - Parameters:
///   - fileID: The file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - make: Makes an object, uses it, and returns it.
nonisolated(nonsending)
  public func expectReleased<Object: AnyObject>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ make: nonisolated(nonsending) () async throws -> Object
  ) async rethrows
{
  let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let remnant = try await Remnant(of: make)
  remnant.check(at: place)
}

/// Asserts that nobody holds an object any more once a closure that has made and used it has returned, and
/// a store has done with it.
///
/// The same as ``expectReleased(fileID:filePath:line:column:_:)`` for what works with a store. Before it
/// looks, all that was dispatched is reduced, whoever observes has been told, also on other queues, and the
/// store's own queue has let go of what it was busy with.
nonisolated(nonsending)
  public func expectReleased<Object: AnyObject, State: Sendable>(
    after store: Store<State>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ make: nonisolated(nonsending) () async throws -> Object
  ) async rethrows
{
  let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let remnant = try await Remnant(of: make)
  await store.settled()
  await store.queueIsFree()
  remnant.check(at: place)
}

/// What is left of an object.
private struct Remnant<Object: AnyObject> {
  private weak var object: Object?
  private let type: Any.Type

  nonisolated(nonsending) init(of make: nonisolated(nonsending) () async throws -> Object)
    async rethrows
  {
    let object = try await make()
    type = Swift.type(of: object)
    self.object = object
  }

  func check(at place: TestPlace) {
    if object != nil { TestLibrary.fail(TestMessage.kept(type), at: place) }
  }
}
