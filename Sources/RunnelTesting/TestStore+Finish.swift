// SPDX-License-Identifier: MIT

import Runnel

extension TestStoreOf {
  /// Waits until all due work is done, and skips the actions that the test hasn't received:
  /// ``state`` is then the state after the last of them.
  public nonisolated(nonsending) func skipReceivedActions(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await run.settle(at: location)
    run.skipAll()
    run.reportProblems(at: location)
  }

  /// Cancels all running effects, and waits until all due work is done.
  ///
  /// A test can end with it, in the place of `finish()`. The effects of `store.run` aren't
  /// canceled: they end with their owners.
  public nonisolated(nonsending) func skipEffects(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await run.settle(at: location)
    run.store.cancelUnownedEffects()
    await run.settle(at: location)
    run.log.skipEvents()
    run.reportProblems(at: location)
  }

  /// Asserts that no effect is running and that the test has received all actions.
  ///
  /// Call it at the end of each test: a test store that took a step and was never finished fails
  /// the test. What happens afterward has to be asserted, too. It cancels effects that it reports.
  /// A test store in which nothing has happened passes.
  ///
  /// If all running effects sleep on the clock, it fails immediately. It doesn't wait for the
  /// effects of `store.run` and `run(while:)`, which end with their owners: to wait for an action
  /// of one, use `receive`. With ``Exhaustivity/off`` it cancels running effects, and fails only
  /// for unhandled errors and commands. `timeout` is the time to wait, on the wall clock, for
  /// effects that work outside the store, by default the test store's `limit`.
  public nonisolated(nonsending) func finish(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    switch run.exhaustivity {
    case .off:
      await skipEffects(fileID: fileID, filePath: filePath, line: line, column: column)
    case .on:
      await run.effectsEnded(TimeLimit(timeout ?? run.limit), at: location)
      let effects = run.store.unownedEffects
      if !effects.isEmpty {
        run.fail(TestMessage.stillRunning(effects), at: location)
        // Reported once, and not at the end of the test store again.
        run.store.cancelUnownedEffects()
        await run.settle(at: location)
      }
      let actions = run.log.actions
      if !actions.isEmpty {
        run.fail(TestMessage.unreceived(atEnd: actions), at: location)
        run.base.forget()
      }
    }
    run.skipAll()
    run.log.finish()
    run.reportProblems(at: location)
  }

  /// Waits until all due work is done, and asserts a slice of the store's state.
  ///
  /// It includes the changes of actions that the test hasn't received. Mainly for
  /// ``Exhaustivity/off``.
  public nonisolated(nonsending) func expect<Value: Equatable>(
    _ keyPath: any KeyPath<State, Value> & Sendable, _ expected: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await expect(
      keyPath, expected, named: "The state at \\\(State.self)\(KeyPathText.of(keyPath))",
      at: location)
  }

  /// Waits until all due work is done, and asserts the store's state: see
  /// ``expect(_:_:fileID:filePath:line:column:)``.
  public nonisolated(nonsending) func expect(
    _ expected: State, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await expect(\.self, expected, named: "The state", at: location)
  }

  private nonisolated(nonsending) func expect<Value: Equatable>(
    _ keyPath: KeyPath<State, Value>, _ expected: Value, named name: @autoclosure () -> String,
    at location: TestLocation
  ) async {
    await run.settle(at: location)
    if let lines = StateCheck.difference(of: run.store.state[keyPath: keyPath], from: expected) {
      if run.exhaustivity == .off { run.base.forget() }
      run.fail(TestMessage.value(at: name(), differs: lines), at: location)
    }
    run.reportProblems(at: location)
  }
}
