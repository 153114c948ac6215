// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import Testing

/// The pitfall: an output is the subject itself, typed as an observable, so that a cast makes it
/// writable.
///
/// `.ci/refusals` checks the code that must not compile. These tests check casts, which compile.
@Suite struct Pitfall31OutputsThatCanBeWritten {
  private let boundary = WordBoundary()

  @Test func `Pitfall 31: no cast makes an output writable`() {
    for output in [boundary.output.words, boundary.output.count, boundary.output.checked] as [Any] {
      #expect(!isWritable(output))
    }
    #expect(!isWritable(boundary.output))
    #expect(!isWritable(boundary))
  }

  @Test func `Pitfall 31: no cast makes an input readable`() {
    for input in [boundary.input, boundary.input.word, boundary.input.clear] as [Any] {
      #expect(!isWritable(input))
      #expect(!(input is Receiver<String>) && !(input is Receiver<Void>))
      #expect(!(input is InputPort<String>) && !(input is any AsyncSequence))
    }
  }

  @Test func `Pitfall 31: a mirror hides the implementation`() {
    var seen: [Any] = []
    func visit(_ value: Any, _ depth: Int = 0) {
      seen.append(value)
      guard depth < 6 else { return }
      var mirror: Mirror? = Mirror(reflecting: value)
      while let next = mirror {
        for child in next.children { visit(child.value, depth + 1) }
        mirror = next.superclassMirror
      }
    }
    for value in [boundary, boundary.input, boundary.output, boundary.input.word] as [Any] {
      visit(value)
    }
    for value in [boundary.output.words, boundary.output.checked] as [Any] { visit(value) }
    #expect(seen.count >= 6)
    for value in seen { #expect(!isWritable(value) && !(value is InputPort<String>)) }
  }

  @Test func `Pitfall 31: a mirror of the base class hides the implementation`() {
    let mirror = Mirror(
      boundary, children: [] as [Mirror.Child], ancestorRepresentation: .generated)
    var children: [Any] = []
    var next = mirror.superclassMirror
    while let mirror = next {
      children += mirror.children.map(\.value)
      next = mirror.superclassMirror
    }
    #expect(children.count >= 3)
    for child in children {
      #expect(!isWritable(child) && !(child is Context<WordBoundary.Logic>))
      for inner in Mirror(reflecting: child).children {
        #expect(!isWritable(inner.value) && !(inner.value is Disposer))
      }
    }
  }

  @Test func `Pitfall 31: the checks detect a mutable property used as an output`() {
    #expect(isWritable(MutableProperty(0)))
    #expect(isWritable(Store(state: 0)))
  }

  /// Returns whether a cast gives write access to a value of the boundary.
  private func isWritable(_ value: Any) -> Bool {
    value is any ActionDispatcher || value is MutableProperty<[String]>
      || value is MutableProperty<Int> || value is Store<WordBoundary.State>
  }
}
