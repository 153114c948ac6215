// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import Testing

@Suite struct MockBoundaryTests {
  @Test @MainActor func `a view can use a boundary or a mock`() async {
    let boundary = WordBoundary()
    let realView = WordView(boundary)
    realView.type("swift")
    await boundary.settled()
    #expect(realView.props == ["swift"])

    let words = MutableProperty<[String]>([])
    let output = WordBoundary.Output(mock: words.property)
    let mock = MockBoundary(input: WordBoundary.Input(), output: output)
    let view = WordView(mock)
    view.type("swift")
    #expect(mock.sent.word == ["swift"])
    words.send(["runnel"])
    await words.settled()
    #expect(view.props == ["runnel"])
  }

  @Test func `a mock records all values of each input`() {
    let mock = MockBoundary(
      input: WordBoundary.Input(), output: WordBoundary.Output(mock: Property(constant: [])))
    mock.input.word("a")
    mock.input.clear()
    mock.input.word("b")
    mock.input.clear()
    #expect(mock.sent.word == ["a", "b"])
    #expect(mock.sent.clear.count == 2)
    #expect(mock.output.words.value == [])
  }

  @Test func `a mock records inherited ports`() {
    let mock = MockBoundary(input: DerivedInput(), output: 0)
    mock.input.first(1)
    mock.input.second(2)
    #expect(mock.sent.first == [1])
    #expect(mock.sent.second == [2])
  }
}

// `@unchecked`: the ports are constants.
private class BaseInput: @unchecked Sendable { let first = InputPort<Int>() }

private final class DerivedInput: BaseInput, @unchecked Sendable {
  let second = InputPort<Int>()
}

extension WordBoundary.Output {
  init(mock words: Property<[String]>) {
    self.init(
      words: words, count: words.map(\.count), checked: ThrowingProperty(constant: 0),
      summary: Computed { "" }, leak: MutableProperty(0))
  }
}

@MainActor private final class WordView: ViewComponent {
  let disposer = Disposer()
  var props: [String] = []
  private let boundary: any InputOutput<WordBoundary.Input, WordBoundary.Output>

  init(_ boundary: any InputOutput<WordBoundary.Input, WordBoundary.Output>) {
    self.boundary = boundary
    connect(to: boundary.output.words)
  }

  func type(_ word: String) { boundary.input.word(word) }
}
