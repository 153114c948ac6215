// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import RunnelTestSupport
import Testing

/// The pitfall: a completed sequence completes the input that it is bound to, which then ignores
/// all other values.
@Suite struct Pitfall32SequencesThatShutInputs {
  @Test(arguments: [nil, WordError()])
  func `Pitfall 32: a sequence that ends, or fails and reports that, closes no input`(
    error: WordError?
  ) async {
    let boundary = WordBoundary()
    let (errors, reported) = AsyncStream<String>.makeStream()
    let (words, continuation) = AsyncThrowingStream<String, any Error>.makeStream()
    let following = boundary.input.word.follow(words) { reported.yield("\($0)") }
    continuation.yield("a")
    continuation.finish(throwing: error)
    _ = await boundary.output.words.values().first { $0 == ["a"] }
    if error != nil { #expect(await errors.first { _ in true } == "WordError()") }
    boundary.input.word("b")
    await boundary.settled()
    #expect(boundary.output.words.value == ["a", "b"])
    #expect(error != nil || !following.isDisposed)
    following.dispose()
  }

  @Test func `Pitfall 32: an error without a handler is reported`() async {
    let (reports, reported) = AsyncStream<String>.makeStream()
    let listening = Misuse.onWarning {
      if $0.site.file.contains("Pitfall32") { reported.yield($0.description) }
    }
    let input = InputPort<Int>()
    let mock = MockBoundary(input: PortInput(number: input), output: 0)
    let (numbers, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let line = #line + 1
    let following = mock.input.number.follow(numbers)
    continuation.finish(throwing: WordError())
    #expect(
      await reports.first { _ in true } == """
        RunnelBoundaryTests/Pitfall32SequencesThatShutInputs.swift:\(line): Runnel: Unhandled error \
        of a sequence that an input follows: WordError().
        Why: no `onError` was passed here. The input stays open, but receives nothing more from \
        this sequence.
        Fix: handle the error with `onError`.
        """)
    following.dispose()
    listening.dispose()
  }

  @Test func `Pitfall 32: a released property closes no input`() async {
    let boundary = WordBoundary()
    var words: MutableProperty<String>? = MutableProperty("a")
    var following = words?.property.observe(with: boundary.input.word.send)
    await words?.settled()
    words?.send("b")
    await words?.settled()
    following = nil
    words = nil
    boundary.input.word("c")
    await boundary.settled()
    #expect(boundary.output.words.value == ["a", "b", "c"])
    #expect(following == nil)
  }

  @Test func `Pitfall 32: a sequence that is no longer followed sends nothing`() async {
    let boundary = WordBoundary()
    let (words, continuation) = AsyncStream<String>.makeStream()
    let hasEnded = Gate()
    continuation.onTermination = { _ in hasEnded.open() }
    var following: Disposable? = boundary.input.word.follow(words)
    continuation.yield("a")
    _ = await boundary.output.words.values().first { $0 == ["a"] }
    following = nil
    continuation.yield("b")
    await hasEnded.opened()
    await boundary.settled()
    #expect(boundary.output.words.value == ["a"])
    #expect(following == nil)
  }
}

private struct PortInput: Sendable { let number: InputPort<Int> }
