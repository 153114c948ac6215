// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import RunnelTestSupport
import Testing

/// A source that completed completed the input that it was bound to, which then took nothing from anybody.
@Suite struct Pitfall32SourcesThatShutInputs {
  @Test("Pitfall 32: a sequence that ends shuts no input")
  func ends() async {
    let boundary = WordBoundary()
    let (words, continuation) = AsyncStream<String>.makeStream()
    let following = boundary.input.word.follow(words)
    continuation.yield("a")
    continuation.finish()
    var values = boundary.output.words.values.makeAsyncIterator()
    while let value = await values.next(), value != ["a"] {}
    boundary.input.word("b")
    await boundary.settled()
    #expect(boundary.output.words.value == ["a", "b"])
    #expect(!following.isDisposed)
  }

  @Test("Pitfall 32: a sequence that fails shuts no input, and its error is told")
  func fails() async {
    let boundary = WordBoundary()
    let (errors, told) = AsyncStream<String>.makeStream()
    let (words, continuation) = AsyncThrowingStream<String, any Error>.makeStream()
    let following = boundary.input.word.follow(words) { told.yield("\($0)") }
    continuation.finish(throwing: WordError())
    var iterator = errors.makeAsyncIterator()
    #expect(await iterator.next() == "WordError()")
    boundary.input.word("b")
    await boundary.settled()
    #expect(boundary.output.words.value == ["b"])
    following.dispose()
  }

  @Test("Pitfall 32: an error that nobody asks for is reported")
  func reports() async {
    let (reports, told) = AsyncStream<String>.makeStream()
    let listening = Misuse.onWarning {
      if $0.site.file.contains("Pitfall32") { told.yield($0.description) }
    }
    let input = Port<Int>()
    let mock = MockBoundary(input: PortInput(number: input), output: 0)
    let (numbers, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let line = #line + 1
    let following = mock.input.number.follow(numbers)
    continuation.finish(throwing: WordError())
    var iterator = reports.makeAsyncIterator()
    #expect(
      await iterator.next() == """
        RunnelBoundaryTests/Pitfall32SourcesThatShutInputs.swift:\(line): Runnel: Unhandled error \
        of a sequence that an input follows: WordError().
        Why: no `onError` was passed here. The input stays open, but receives nothing more from \
        this sequence.
        Fix: handle the error with `onError`.
        """)
    following.dispose()
    listening.dispose()
  }

  @Test("Pitfall 32: a source that goes away shuts no input")
  func goes() async {
    let boundary = WordBoundary()
    var source: Source<String>? = Source("a")
    var following = source.map { boundary.input.word.follow($0.property) }
    await source?.settled()
    source?.send("b")
    await source?.settled()
    following = nil
    source = nil
    boundary.input.word("c")
    await boundary.settled()
    #expect(boundary.output.words.value == ["a", "b", "c"])
    #expect(following == nil)
  }

  @Test("Pitfall 32: a source that is no longer followed sends nothing more")
  func disposed() async {
    let boundary = WordBoundary()
    let (words, continuation) = AsyncStream<String>.makeStream()
    let (ends, ended) = AsyncStream<Void>.makeStream()
    continuation.onTermination = { _ in ended.yield(()) }
    var following: Disposable? = boundary.input.word.follow(words)
    continuation.yield("a")
    var values = boundary.output.words.values.makeAsyncIterator()
    while let value = await values.next(), value != ["a"] {}
    following = nil
    continuation.yield("b")
    var iterator = ends.makeAsyncIterator()
    _ = await iterator.next()
    await boundary.settled()
    #expect(boundary.output.words.value == ["a"])
    #expect(following == nil)
  }
}

private struct PortInput: Sendable {
  let number: Port<Int>
}
