// SPDX-License-Identifier: MIT

import Dispatch
public import Runnel

extension EffectOf {
  /// Returns an effect that executes a side effect on a thread of its own.
  ///
  /// The actions that it dispatches reach the store as long as the store exists, even after
  /// `execute(with:)` has returned, unless the effect was canceled before.
  public static func execute(
    _ sideEffect: any SideEffectProtocol,
    file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    work(named(sideEffect), at: CallSite(file: file, line: line)) { send in
      var send = send
      send.outlastsEffect = true
      let dispatcher = send
      await onOwnThread { sideEffect.execute(with: dispatcher) }
    }
  }

  /// Returns an effect that executes a side effect once, with a dispatcher that the caller chooses.
  ///
  /// It releases the side effect when `execute(with:)` has returned, not when the effect has ended.
  static func executeOnce(
    _ sideEffect: any SideEffectProtocol, with dispatcher: any ActionDispatcher, at site: CallSite
  ) -> EffectOf {
    let name = named(sideEffect)
    let pending = Locked<(any SideEffectProtocol, any ActionDispatcher)?>((sideEffect, dispatcher))
    return work(name, at: site) { _ in
      await onOwnThread {
        let taken = pending.withLock { pending in
          defer { pending = nil }
          return pending
        }
        if let (sideEffect, dispatcher) = taken { sideEffect.execute(with: dispatcher) }
      }
    }
  }

  private static func named(_ sideEffect: any SideEffectProtocol) -> String {
    "execute \(type(of: sideEffect))"
  }
}

/// Calls `body` on a thread that may block.
///
/// A task blocks one of a few threads that all tasks share, one for each core. A concurrent queue
/// adds threads late, too. A serial queue has a thread of its own while it runs.
private func onOwnThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "Runnel.SideEffect").async {
      body()
      continuation.resume()
    }
  }
}
