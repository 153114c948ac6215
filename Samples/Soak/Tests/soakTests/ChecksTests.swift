// SPDX-License-Identifier: MIT

import Testing

@testable import soak

@Suite struct ChecksTests {
  @Test func `Numbers that arrive once and in order have no fault`() {
    var check = SequenceCheck()
    #expect((0..<5).compactMap { check.take($0) }.isEmpty)
    #expect(check.missing(of: 5) == nil)
  }

  @Test func `A lost number is detected with the next one, and at the end`() {
    var check = SequenceCheck()
    #expect(check.take(0) == nil)
    #expect(check.take(2) == .lost(1..<2))
    #expect(check.take(3) == nil)
    #expect(check.missing(of: 6) == .lost(4..<6))
  }

  @Test func `A repeated number is detected`() {
    var check = SequenceCheck()
    #expect(check.take(0) == nil)
    #expect(check.take(0) == .again(0))
    #expect(check.take(1) == nil)
  }

  @Test func `Two numbers in the wrong order are both detected`() {
    var check = SequenceCheck()
    #expect([0, 2, 1, 3].map { check.take($0) } == [nil, .lost(1..<2), .again(1), nil])
  }

  // MARK: Observers

  @Test func `An observer of every change must not miss any after its first value`() {
    var check = ReadingCheck(isEvery: true)
    #expect(check.take(Reading(count: 7)) == nil)
    #expect(check.take(Reading(count: 8)) == nil)
    #expect(check.take(Reading(count: 10)) == "received 10 after 8")
    #expect(check.take(Reading(count: 10)) == "received 10 after 10")
    #expect(check.take(Reading(count: 9)) == "received 9 after 10")
  }

  @Test func `A slice that reappears starts its next generation at zero`() {
    var check = ReadingCheck(isEvery: true)
    #expect(check.take(Reading(generation: 1, count: 3)) == nil)
    #expect(check.take(Reading(generation: 2, count: 0)) == nil)
    #expect(check.take(Reading(generation: 3, count: 1)) == "received 3/1 after 2/0")
    #expect(check.take(Reading(generation: 5, count: 0)) == "received 5/0 after 3/1")
  }

  @Test func `An observer of the newest value can miss some, but none arrives twice or late`() {
    var check = ReadingCheck(isEvery: false)
    #expect(check.take(Reading(count: 1)) == nil)
    #expect(check.take(Reading(count: 9)) == nil)
    #expect(check.take(Reading(count: 9)) == "received 9 after 9")
    #expect(check.take(Reading(count: 8)) == "received 8 after 9")
    #expect(check.missing(of: Reading(count: 8)) == nil)
    #expect(check.missing(of: Reading(count: 9)) == "received 8 last, not 9")
  }

  @Test func `A value after the end is detected, and so is an observer without any value`() {
    var check = ReadingCheck(isEvery: true)
    #expect(check.missing(of: Reading()) == "received nothing last, not 0")
    check.end()
    #expect(check.take(Reading(count: 1)) == "received 1 after its end")
  }

  // MARK: Lives

  @Test func `An object counts as alive until it is released`() {
    let lives = Lives()
    var closures = (0..<3).map { _ in
      let life = lives.begin()
      return { life.touch() }
    }
    #expect(lives.count == 3)
    closures.removeLast()
    #expect(lives.count == 2)
    closures.removeAll()
    #expect(lives.count == 0)
  }
}
