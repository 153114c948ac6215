// SPDX-License-Identifier: MIT

import Runnel
import RunnelShrinking
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct ExplorationRandomTests {
  @Test func `a seed leads to the same values everywhere`() {
    var random = ExplorationRandom(seed: 7)
    #expect(
      [random.next(), random.next()] == [13_309_476_754_707_697_221, 11_984_929_618_412_882_174])
    #expect((0..<8).map { _ in random.int(in: -3...3) } == [3, -1, 2, 1, -3, -3, -3, 1])
    #expect((0..<8).map { _ in random.int(in: 0..<100) } == [91, 43, 1, 19, 86, 83, 99, 31])
    #expect(
      (0..<8).map { _ in random.bool() } == [false, true, false, true, true, false, true, true])
    #expect((0..<8).map { _ in random.oneOf("a", "b", "c") }.joined() == "ccbcccaa")
    #expect((0..<8).map { _ in random.weighted((9, "a"), (1, "b")) }.joined() == "baaaabaa")
    #expect(random.string() == "fnttf")
    #expect(random.array { $0.element(of: [1, 2, 3]) } == [2, 3])
    #expect((0..<5).map { _ in Int.random(in: 0..<10, using: &random) } == [8, 5, 2, 5, 4])
  }

  @Test func `neighboring seeds lead to different values`() {
    let first = (0..<1_000 as Range<UInt64>).map { seed in
      var random = ExplorationRandom(seed: seed)
      return random.next()
    }
    #expect(Set(first).count == 1_000)
  }

  @Test(arguments: [0...0, -3...3, 2...5, -5 ... -2, -1...9, Int.min...Int.max])
  func `integers stay in their range and reach all of a small one`(range: ClosedRange<Int>) {
    var random = ExplorationRandom(seed: 1)
    let values = Set((0..<1_000).map { _ in random.int(in: range) })
    #expect(values.allSatisfy(range.contains))
    let (span, isTooLarge) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
    if !isTooLarge { #expect(values.count == span + 1) }
  }

  @Test func `alternatives have the probability of their weights`() {
    var random = ExplorationRandom(seed: 1)
    let values = (0..<10_000).map { _ in random.weighted((7, "a"), (2, "b"), (1, "c")) }
    let counts = Dictionary(grouping: values) { $0 }.mapValues(\.count)
    #expect((6_700...7_300).contains(counts["a"] ?? 0))
    #expect((1_800...2_200).contains(counts["b"] ?? 0))
    #expect((850...1_150).contains(counts["c"] ?? 0))
  }
}

@Suite struct DeltaDebuggingTests {
  private func shortest(_ elements: [Int], while fails: ([Int]) -> Bool) -> [Int] {
    var search = DeltaDebugging.Search(elements)
    while let candidate = search.next() { search.report(fails(candidate)) }
    return search.elements
  }

  @Test func `no element of the result can be left out, although failing isn't monotonic`() {
    for seed in 0..<UInt64(200) {
      var random = ModelRandom(seed: seed, thread: 0)
      let elements = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Int.random(in: -9...9, using: &random)
      }
      let remainder = abs(elements.reduce(0, +)) % 7
      func fails(_ elements: [Int]) -> Bool {
        elements.count % 3 != 1 && abs(elements.reduce(0, +)) % 7 == remainder
      }
      guard fails(elements) else { continue }
      let result = shortest(elements, while: fails)
      #expect(fails(result))
      for index in result.indices {
        var shorter = result
        shorter.remove(at: index)
        #expect(!fails(shorter), "seed \(seed)")
      }
    }
  }

  @Test func `four of 4,000 elements are found in fewer than 200 tests`() {
    let necessary: Set = [17, 1_200, 1_201, 3_900]
    var tests = 0
    let result = shortest(Array(0..<4_000)) { elements in
      tests += 1
      return necessary.isSubset(of: elements)
    }
    #expect(result == necessary.sorted())
    #expect(tests < 200)
  }
}
