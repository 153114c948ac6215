// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelText
import Testing

@Suite struct DeltaDebuggingTests {
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
      let result = DeltaDebugging.shortest(elements, while: fails)
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
    let result = DeltaDebugging.shortest(Array(0..<4_000)) { elements in
      tests += 1
      return necessary.isSubset(of: elements)
    }
    #expect(result == necessary.sorted())
    #expect(tests < 200)
  }
}
