// SPDX-License-Identifier: MIT

public import Runnel
import RunnelUDF

extension EffectOf {
  /// Returns an effect that executes a side effect object of `RunnelUDF`.
  ///
  /// In a file of its own: where `RunnelUDF` is imported, `observe` has another default queue.
  public static func executing(
    _ body: @escaping @Sendable (any ActionDispatcher) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    .execute(ClosureSideEffect(body: body), file: file, line: line)
  }
}

private struct ClosureSideEffect: SideEffectProtocol {
  let body: @Sendable (any ActionDispatcher) -> Void

  func execute(with dispatcher: any ActionDispatcher) { body(dispatcher) }
}
