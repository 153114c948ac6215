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

  @Test func `Pitfall 31: a mirror hides the implementation, also that of the base class`() {
    var seen: [Any] = []
    func visit(_ mirror: Mirror?, _ depth: Int = 0) {
      var mirror = mirror
      while let next = mirror {
        for child in next.children {
          seen.append(child.value)
          if depth < 6 { visit(Mirror(reflecting: child.value), depth + 1) }
        }
        mirror = next.superclassMirror
      }
    }
    let outputs = [boundary.output.words, boundary.output.checked] as [Any]
    for value in [boundary, boundary.input, boundary.output, boundary.input.word] + outputs {
      visit(Mirror(reflecting: value))
    }
    let isOwn = seen.count
    visit(Mirror(boundary, children: [], ancestorRepresentation: .generated).superclassMirror)
    #expect(seen.count >= isOwn + 3)
    for value in seen {
      #expect(!isWritable(value) && !(value is InputPort<String>))
      #expect(!(value is Context<WordBoundary.Logic>) && !(value is Disposer))
    }
  }

  /// Returns whether a cast gives write access to a value of the boundary.
  private func isWritable(_ value: Any) -> Bool {
    value is any ActionDispatcher || value is MutableProperty<[String]>
      || value is MutableProperty<Int> || value is Store<WordBoundary.State>
  }
}
