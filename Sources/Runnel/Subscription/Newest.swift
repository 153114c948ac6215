// SPDX-License-Identifier: MIT

/// What somebody who wants only the newest value of a slice has seen of it, so that he is not given one
/// thing twice.
struct Newest {
  /// The action whose state was looked at last.
  private(set) var seen: UInt64?
  /// The value that was given out last, of a slice that can be compared.
  private var told: ValueBox?

  /// Looks at the slice, and returns a copy of it, unless no action has been reduced since the last look.
  mutating func copy(of node: Node, through engine: Engine, site: CallSite) -> ValueBox? {
    guard let (value, sequence) = engine.read(node, unlessAt: seen, site: site) else { return nil }
    seen = sequence
    return value
  }

  /// Takes note of a look at the slice where it lies.
  mutating func see(_ version: UInt64) {
    seen = version
  }

  /// Whether `value` differs from the one that was given out last, which it takes the place of if so.
  mutating func isNews(_ value: ValueBox, of node: Node) -> Bool {
    guard let isSame = node.isSame else { return true }
    if let told, isSame(told.pointer, value.pointer) { return false }
    told = value
    return true
  }

  /// Lets go of the value that was given out last.
  mutating func forget() {
    told = nil
  }
}
