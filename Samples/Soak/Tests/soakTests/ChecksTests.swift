// SPDX-License-Identifier: MIT

import Testing

@testable import soak

@Suite struct ChecksTests {
  @Test("Numbers that come once and in order are in order")
  func inOrder() {
    var check = SequenceCheck()
    #expect((0..<5).compactMap { check.take($0) }.isEmpty)
    #expect(check.missing(of: 5) == nil)
  }

  @Test("A lost number is noticed by the next one, and at the end")
  func lost() {
    var check = SequenceCheck()
    #expect(check.take(0) == nil)
    #expect(check.take(2) == .lost(1..<2))
    #expect(check.take(3) == nil)
    #expect(check.missing(of: 6) == .lost(4..<6))
  }

  @Test("A repeated number is noticed")
  func repeated() {
    var check = SequenceCheck()
    #expect(check.take(0) == nil)
    #expect(check.take(0) == .again(0))
    #expect(check.take(1) == nil)
  }

  @Test("Two numbers in the wrong order are noticed both")
  func outOfOrder() {
    var check = SequenceCheck()
    #expect([0, 2, 1, 3].map { check.take($0) } == [nil, .lost(1..<2), .again(1), nil])
  }

  // MARK: Observers

  @Test("Who is told of everything must miss nothing, from whichever value on")
  func everything() {
    var check = ReadingCheck(isEvery: true)
    #expect(check.take(Reading(count: 7)) == nil)
    #expect(check.take(Reading(count: 8)) == nil)
    #expect(check.take(Reading(count: 10)) == "was told 10 after 8")
    #expect(check.take(Reading(count: 10)) == "was told 10 after 10")
    #expect(check.take(Reading(count: 9)) == "was told 9 after 10")
  }

  @Test("What comes back begins its next life from the beginning")
  func lives() {
    var check = ReadingCheck(isEvery: true)
    #expect(check.take(Reading(generation: 1, count: 3)) == nil)
    #expect(check.take(Reading(generation: 2, count: 0)) == nil)
    #expect(check.take(Reading(generation: 3, count: 1)) == "was told 3/1 after 2/0")
    #expect(check.take(Reading(generation: 5, count: 0)) == "was told 5/0 after 3/1")
  }

  @Test("Who is told of the newest may miss some, but is told none twice and none too late")
  func newest() {
    var check = ReadingCheck(isEvery: false)
    #expect(check.take(Reading(count: 1)) == nil)
    #expect(check.take(Reading(count: 9)) == nil)
    #expect(check.take(Reading(count: 9)) == "was told 9 after 9")
    #expect(check.take(Reading(count: 8)) == "was told 8 after 9")
    #expect(check.missing(of: Reading(count: 8)) == nil)
    #expect(check.missing(of: Reading(count: 9)) == "was told 8 last, not 9")
  }

  @Test("What comes after the end is noticed, and so is who was told nothing at all")
  func afterTheEnd() {
    var check = ReadingCheck(isEvery: true)
    #expect(check.missing(of: Reading()) == "was told nothing last, not 0")
    check.end()
    #expect(check.take(Reading(count: 1)) == "was told 1 after its end")
  }

  // MARK: Lives

  @Test("What is held counts as alive, and no longer than that")
  func alive() {
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
