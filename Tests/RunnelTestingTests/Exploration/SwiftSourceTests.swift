// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelShrinking
import Testing

@Suite struct SwiftSourceTests {
  enum Cart {
    enum Action: Runnel.Action {
      case clear
      case add(String, count: Int)
      case rename(to: String?)
      case `init`
      indirect case twice(Action)
      case at(Point, tags: Set<String>)
    }
  }

  struct Point: Hashable {
    var x: Double
    var y: Double?
  }

  struct Box<Content> { let content: Content }

  enum Level: Int, CustomStringConvertible {
    case low = 1
    var description: String { "the lowest" }
  }

  enum Opaque: CustomStringConvertible {
    case one
    var description: String { "?" }
  }

  struct Wrapped { @Storage var value: Int }

  @propertyWrapper struct Storage { var wrappedValue: Int }

  final class Object {}

  private func expect(
    _ value: Any, _ text: String?, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(SwiftSource.expression(for: value) == text, sourceLocation: location)
  }

  @Test func `enum cases are written with their labels and enclosing types`() {
    expect(Cart.Action.clear, "SwiftSourceTests.Cart.Action.clear")
    expect(
      Cart.Action.add("te\"a\\\n", count: 2),
      #"SwiftSourceTests.Cart.Action.add("te\"a\\\n", count: 2)"#)
    expect(Cart.Action.rename(to: "a"), #"SwiftSourceTests.Cart.Action.rename(to: "a")"#)
    expect(Cart.Action.`init`, "SwiftSourceTests.Cart.Action.`init`")
    expect(
      Cart.Action.twice(.clear),
      "SwiftSourceTests.Cart.Action.twice(SwiftSourceTests.Cart.Action.clear)")
    expect(
      Cart.Action.at(Point(x: 1, y: nil), tags: ["b", "a"]),
      """
      SwiftSourceTests.Cart.Action.at(\
      SwiftSourceTests.Point(x: 1.0, y: nil), tags: ["a", "b"])
      """)
  }

  @Test func `a case behind a custom description is written with its raw value, or not at all`() {
    expect(Level.low, "SwiftSourceTests.Level(rawValue: 1)!")
    expect(Opaque.one, nil)
  }

  @Test func `structs are written with memberwise initializers`() {
    expect(Point(x: -0.5, y: 2), "SwiftSourceTests.Point(x: -0.5, y: 2.0)")
    expect(Box(content: [1]), "SwiftSourceTests.Box<Array<Int>>(content: [1])")
  }

  @Test func `literals, in a fixed order`() {
    expect(-3, "-3")
    expect(Double.infinity, ".infinity")
    expect(Double.nan, ".nan")
    expect(true, "true")
    expect("é\u{1}"[...], #""é\u{01}""#)
    expect(Character("x"), #""x""#)
    expect(Int?.none as Any, "nil")
    expect(Int??.some(nil) as Any, ".some(nil)")
    expect([Int](), "[]")
    expect([String: Int](), "[:]")
    expect(["b": [2], "a": [1]], #"["a": [1], "b": [2]]"#)
    expect(Set([3, 1, 2]), "[1, 2, 3]")
    expect((1, name: "a"), #"(1, name: "a")"#)
    expect(0..<5, "0..<5")
  }

  @Test func `durations and values of Foundation`() throws {
    expect(Duration.seconds(90), "Duration.seconds(90)")
    expect(Duration.milliseconds(1_500), "Duration.milliseconds(1500)")
    expect(Duration.nanoseconds(-1), "Duration.nanoseconds(-1)")
    expect(
      Duration(secondsComponent: 1, attosecondsComponent: 1),
      "Duration(secondsComponent: 1, attosecondsComponent: 1)")
    let id = "6C1B3E63-9C0C-4A6B-8E0A-5F5D3C6F2A10"
    expect(try #require(UUID(uuidString: id)), #"UUID(uuidString: "\#(id)")!"#)
    expect(Date(timeIntervalSinceReferenceDate: 1.5), "Date(timeIntervalSinceReferenceDate: 1.5)")
    expect(
      try #require(URL(string: "https://example.com/a")),
      #"URL(string: "https://example.com/a")!"#)
    expect(try #require(Decimal(string: "1.25")), #"Decimal(string: "1.25")!"#)
  }

  @Test func `a value with a part that has no expression has none`() {
    expect(Object(), nil)
    expect([Object()], nil)
    expect(Box(content: { 1 }), nil)
    expect(\Point.x, nil)
    expect(Int.self, nil)
    expect(Wrapped(value: 1), nil)
    expect(Data([1]), nil)
    expect(Box(content: Box(content: Object())), nil)
  }
}
