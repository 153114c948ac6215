// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct EffectOwnersTests {
  private func slice() -> Slice {
    Slice(.stored(nil, offset: 0), in: nil, Slice.Kind(type: ValueType(Int.self), isSame: nil))
  }

  /// Binds a new effect to a slice.
  private func bind(_ number: UInt64, to slice: Slice, _ owners: inout EffectOwners) -> Bool {
    slice.watch.effects.append(EffectRoot(.none, number: number))
    return owners.add(slice)
  }

  @Test func `Contract 32: cleaning up forgets ended effects and the slices without others`() {
    var owners = EffectOwners()
    let (first, second) = (slice(), slice())
    for number in 1...40 {
      _ = bind(UInt64(number), to: number.isMultiple(of: 2) ? first : second, &owners)
    }
    #expect(!owners.isFull(12))
    #expect(owners.isFull(11))
    let unused = owners.removeUnused { $0.number.isMultiple(of: 4) }
    #expect(unused.count == 1)
    #expect(unused.first === second)
    let remaining: [UInt64] = [4, 8, 12, 16, 20, 24, 28, 32, 36, 40]
    #expect(first.watch.effects.map(\.number) == remaining)
    // The remaining effects count, and the forgotten slice is new again.
    #expect(!owners.isFull(0))
    #expect(bind(44, to: first, &owners) == false)
    #expect(bind(45, to: second, &owners) == true)
    for number in UInt64(50)..<60 { _ = bind(number, to: first, &owners) }
    #expect(owners.isFull(0))
  }
}
