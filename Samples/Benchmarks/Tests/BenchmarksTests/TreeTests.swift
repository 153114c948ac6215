// SPDX-License-Identifier: MIT

import Runnel
import Testing

@testable import Benchmarks

struct TreeTests {
  private typealias Thousand = Ten<Ten<Ten<Int>>>

  @Test func `A tree has one key path for each leaf`() {
    var state = Thousand()
    for (leaf, path) in Thousand.leaves.enumerated() {
      state.bump(leaf)
      #expect(state[keyPath: path] == 1)
      #expect(state.total == leaf + 1)
    }
    #expect(Thousand.leafCount == 1_000)
    #expect(Thousand.leaves.count == 1_000)
  }

  @Test func `Each feature has an action of its own type`() {
    let features = Thousand.features(at: Zero.self)
    #expect(features.count == 1_000)
    #expect(Set(features.map { ObjectIdentifier(type(of: $0.action)) }).count == 1_000)
  }

  @Test func `A feature reduces only its own action, in its own leaf, with each kind of reducer`() {
    let features = Ten<Ten<Int>>.features(at: Zero.self)
    let paths = Ten<Ten<Int>>.leaves
    for (leaf, feature) in features.enumerated() {
      var states = [Ten<Ten<Int>>](repeating: .init(), count: 3)
      feature.reducer.reduce(&states[0], feature.action)
      feature.reduce(&states[1], feature.action)
      feature.bump(&states[2])
      for state in states {
        #expect(state.total == 1)
        #expect(state[keyPath: paths[leaf]] == 1)
      }
      let other = features[(leaf + 1) % features.count].action
      feature.reducer.reduce(&states[0], other)
      feature.reduce(&states[1], other)
      #expect(states[0].total == 1)
      #expect(states[1].total == 1)
    }
  }
}
