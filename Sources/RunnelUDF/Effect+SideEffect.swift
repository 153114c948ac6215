// SPDX-License-Identifier: MIT

public import Runnel

extension EffectOf {
  /// Returns an effect that executes a ``SideEffect`` object.
  public static func execute(
    _ sideEffect: any SideEffect,
    file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    work("execute \(type(of: sideEffect))", at: CallSite(file: file, line: line)) { send in
      var send = send
      send.outlastsEffect = true
      sideEffect.execute(with: send)
    }
  }
}
