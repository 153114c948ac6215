// SPDX-License-Identifier: MIT

/// The members that one thread has made.
struct Crowd: Sendable {
  private(set) var members: [Member] = []

  /// Comes nearer to a size, and replaces some members by others.
  mutating func steer(
    to size: Int, _ maker: Maker, _ random: inout SplitMix, onMain: Bool = false
  ) {
    for _ in 0..<32 where members.count > size { removeOne(&random) }
    if !members.isEmpty, random.once(in: 2) { removeOne(&random) }
    for _ in 0..<32 where members.count < size {
      if let member = maker.make(&random, onMain: onMain) { members.append(member) }
    }
  }

  private mutating func removeOne(_ random: inout SplitMix) {
    members.swapAt(random.number(0..<members.count), members.count - 1)
    let member = members.removeLast()
    // A task would go on without whoever has begun it; all others end when they are let go of.
    if member.finish != nil || random.once(in: 2) { member.end() }
  }

  // MARK: At the end of a wave

  /// Ends what would keep the rest from being still.
  mutating func endSources() {
    for member in members where member.isSource { member.end() }
    members.removeAll { $0.isSource }
  }

  /// What is wrong with the members when all is still.
  func findings() -> [String] {
    members.compactMap { $0.fault() }
  }

  /// Returns when those have ended that end once they have seen the last value.
  func finish() async {
    for member in members { await member.finish?() }
  }

  mutating func end() {
    for member in members { member.end() }
    members = []
  }
}
