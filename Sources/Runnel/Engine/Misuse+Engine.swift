// SPDX-License-Identifier: MIT

extension Misuse {
  /// Reports a runtime warning to the handler of the store that is at work, or of the task.
  package func warn() {
    warn(in: nil)
  }

  /// Reports a runtime warning to the handler of a store, if there is one, and else of the task.
  func warn(in engine: Engine?) {
    let engine = engine ?? CallContext.current?.pointee.engine.takeUnretainedValue()
    warn(to: engine?.warningHandler ?? Misuse.handler)
  }
}
