// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import Testing

/// An output was the subject itself behind the type of what can be observed: whoever cast it back could
/// write.
///
/// What does not compile is checked by `.ci/refusals`; here is what does.
@Suite struct Pitfall31OutputsThatCanBeWritten {
  private let boundary = WordBoundary()

  @Test("Pitfall 31: no cast makes an output something that can be written")
  func outputs() {
    for output in [boundary.output.words, boundary.output.count, boundary.output.checked] as [Any] {
      #expect(!isWritable(output))
    }
    #expect(!isWritable(boundary.output))
    #expect(!isWritable(boundary))
  }

  @Test("Pitfall 31: no cast makes an input something that can be read")
  func inputs() {
    for input in [boundary.input, boundary.input.word, boundary.input.clear] as [Any] {
      #expect(!isWritable(input))
      #expect(!(input is Inlet<String>) && !(input is Inlet<Void>))
      #expect(!(input is Port<String>) && !(input is any AsyncSequence))
    }
  }

  @Test("Pitfall 31: a mirror does not show what lies behind either")
  func mirrors() {
    var seen: [Any] = []
    func look(_ value: Any, _ depth: Int = 0) {
      seen.append(value)
      guard depth < 6 else { return }
      var mirror: Mirror? = Mirror(reflecting: value)
      while let next = mirror {
        for child in next.children { look(child.value, depth + 1) }
        mirror = next.superclassMirror
      }
    }
    for value in [boundary, boundary.input, boundary.output, boundary.input.word] as [Any] {
      look(value)
    }
    for value in [boundary.output.words, boundary.output.checked] as [Any] { look(value) }
    #expect(seen.count >= 6)
    for value in seen { #expect(!isWritable(value) && !(value is Port<String>)) }
  }

  @Test("Pitfall 31: nor does a mirror that somebody makes of the base class")
  func forgedMirrors() {
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
      #expect(!isWritable(child) && !(child is Dependency<WordBoundary.Logic>))
      for inner in Mirror(reflecting: child).children {
        #expect(!isWritable(inner.value) && !(inner.value is Disposer))
      }
    }
  }

  @Test("Pitfall 31: an output that is the source itself is caught by this check")
  func naive() {
    #expect(isWritable(Source(0)))
    #expect(isWritable(Store(state: 0)))
  }

  /// Whether a value of the boundary's can be changed by what this is, or is cast to.
  private func isWritable(_ value: Any) -> Bool {
    value is any ActionDispatcher || value is Source<[String]> || value is Source<Int>
      || value is Store<WordBoundary.State>
  }
}
