// SPDX-License-Identifier: MIT

public import Runnel

/// Asserts that an object is released after a closure that creates, uses and returns it.
///
/// ```swift
/// await expectReleased {
///   let player = Player(store: store)
///   player.play()
///   return player
/// }
/// ```
///
/// The check runs once, when the closure has returned: await work that uses the object in it. A
/// remaining reference is a leak, or work in progress. For work on a store's queue, see
/// ``expectReleased(after:fileID:filePath:line:column:_:)``.
public nonisolated(nonsending) func expectReleased<Object: AnyObject>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ make: nonisolated(nonsending) () async throws -> Object
) async rethrows {
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  try await ReleaseCheck(of: make).run(at: location)
}

/// Asserts that an object is released after a closure and after a store's pending work.
///
/// Before the check, all dispatched actions are reduced and delivered, on other queues too, and the
/// store's queue has finished its current work.
public nonisolated(nonsending) func expectReleased<Object: AnyObject, State: Sendable, ActionType>(
  after store: StoreOf<State, ActionType>,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ make: nonisolated(nonsending) () async throws -> Object
) async rethrows {
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let check = try await ReleaseCheck(of: make)
  await store.settled()
  await store.queueIsFree()
  check.run(at: location)
}

private struct ReleaseCheck<Object: AnyObject> {
  private weak var object: Object?
  private let type: Any.Type

  nonisolated(nonsending) init(of make: nonisolated(nonsending) () async throws -> Object)
    async rethrows
  {
    let object = try await make()
    type = Swift.type(of: object)
    self.object = object
  }

  func run(at location: TestLocation) {
    if object != nil { TestLibrary.current.fail(TestMessage.kept(type), at: location) }
  }
}
