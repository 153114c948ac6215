// SPDX-License-Identifier: MIT

/// The members that one thread has created.
struct Crowd: Sendable {
  private(set) var members: [Member] = []

  /// Moves closer to a size, and replaces some members.
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
    // A task continues after its starter; all other members end when they are released.
    if member.finish != nil || random.once(in: 2) { member.end() }
  }

  // MARK: At the end of a wave

  /// Ends the members whose actions would prevent the store from settling.
  mutating func endSources() {
    for member in members where member.isSource { member.end() }
    members.removeAll { $0.isSource }
  }

  /// Returns the faults of the members after settling.
  func findings() -> [String] {
    members.compactMap { $0.fault() }
  }

  /// Returns when the members that end after the last value have ended.
  func finish() async {
    for member in members { await member.finish?() }
  }

  mutating func end() {
    for member in members { member.end() }
    members = []
  }
}
