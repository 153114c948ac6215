// SPDX-License-Identifier: MIT

public import Runnel

extension Disposer {
  /// Takes ownership of `disposal` and ends it when this disposer ends.
  ///
  /// In new code, call `disposal.dispose(on: disposer)`.
  public func add(disposal: Disposable) {
    disposal.dispose(on: self)
  }
}
