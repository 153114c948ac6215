// SPDX-License-Identifier: MIT

import Runnel

extension TestStore {
  /// Waits until all that is due has been done, and lets the actions pass that the test did not send and
  /// has not received.
  ///
  /// ``state`` is then the state after the last of them.
  nonisolated(nonsending)
    public func skipReceivedActions(
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    await rest(at: place)
    log.takeAll()
    reportProblems(at: place)
  }

  /// Cancels all effects that run, and waits until all that is due has been done.
  ///
  /// Those of `bind` and `run(while:)` are not cancelled: they end with their owners.
  nonisolated(nonsending)
    public func skipEffects(
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    await rest(at: place)
    store.cancelUnownedEffects()
    await rest(at: place)
    reportProblems(at: place)
  }

  /// Asserts that the test has said everything: no effect is running, and no action has not been received.
  ///
  /// If all that runs sleeps by the clock, it fails at once. Effects of `bind` and `run(while:)` may be
  /// running: they end with their owners. With ``Exhaustivity/off`` it cancels what runs, and fails only
  /// for errors and commands that nobody took care of.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait, by the wall clock, for effects that work outside of the store; as long
  ///     as the test store's `limit` unless told otherwise.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  nonisolated(nonsending)
    public func finish(
      timeout: Duration? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    switch exhaustivity {
    case .off:
      await skipEffects(fileID: fileID, filePath: filePath, line: line, column: column)
    case .on:
      await effectsEnded(Patience(timeout ?? limit), at: place)
      let effects = store.unownedEffects
      if !effects.isEmpty { fail(TestMessage.stillRunning(effects), at: place) }
      let actions = log.actions
      if !actions.isEmpty { fail(TestMessage.unreceived(atEnd: actions), at: place) }
    }
    log.takeAll()
    log.isFinished = true
    reportProblems(at: place)
  }

  /// Waits until no effect is running, or it makes no sense to wait any longer.
  nonisolated(nonsending)
    private func effectsEnded(_ patience: Patience, at place: TestPlace) async
  {
    while await rest(at: place) {
      let pause = jobs.pause
      let isAsleep = clock?.areAllAsleep == true
      guard store.hasEffects(countingBindings: false) else { return }
      guard let pause else { continue }
      if isAsleep { return }
      guard await patience.wait(for: { [jobs] in await jobs.ended(pause: pause) }) else { return }
    }
  }

  // MARK: The state as it is

  /// Waits until all that is due has been done, and asserts a part of the store's state.
  ///
  /// That is the state as it is, with what actions have changed that have not been received. It asserts
  /// nothing else, and is most of use with ``Exhaustivity/off``.
  nonisolated(nonsending)
    public func expect<Value: Equatable>(
      _ keyPath: any KeyPath<State, Value> & Sendable,
      _ expected: Value,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    await rest(at: place)
    if let lines = StateCheck.difference(of: store.state[keyPath: keyPath], from: expected) {
      fail(TestMessage.value(at: "The state at \(keyPath)", differs: lines), at: place)
    }
    reportProblems(at: place)
  }

  /// Waits until all that is due has been done, and asserts the store's state.
  ///
  /// See ``expect(_:_:fileID:filePath:line:column:)``.
  nonisolated(nonsending)
    public func expect(
      _ expected: State,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    await rest(at: place)
    if let lines = StateCheck.difference(of: store.state, from: expected) {
      fail(TestMessage.value(at: "The state", differs: lines), at: place)
    }
    reportProblems(at: place)
  }
}
