// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct CommandTests {
  private enum Ask: Command, Equatable { case nothing, once(String), fail, stream(Int), slow }

  private struct Tell: Command { let word: String }

  private struct AskHandler: CommandHandler {
    var prefix = ""

    func handle(_ command: Ask) -> Effect {
      switch command {
      case .nothing: .none
      case .once(let word): .once { Word(prefix + word) }
      case .fail: .once { throw Failure() }
      case .stream(let count): .stream((0..<count).async) { $0 == 1 ? nil : Word("\(prefix)\($0)") }
      case .slow: .say("slow", after: 1_000)
      }
    }
  }

  private static func tellHandler(_ prefix: String) -> CommandHandlers {
    CommandHandlers(for: Tell.self) { tell in .once { Word("\(prefix) \(tell.word)") } }
  }

  private let diary = DiaryStore()

  @Test func `Contract 35: the handler of its type performs a command`() async {
    let asking = diary.store.handle(with: AskHandler())
    let telling = diary.store.scope(\.words).handle(with: Self.tellHandler("handled"))
    await diary.start(.perform(Ask.nothing))
    await diary.start(.perform(Ask.once("a")))
    await diary.start(.concatenate(.perform(Ask.stream(3)), .say("end")))
    await diary.start(.perform(Tell(word: "b")))
    await diary.start(.perform(Ask.fail).catch { Word("\($0)") })
    #expect(diary.words == ["a", "0", "2", "end", "handled b", #"Failure(word: "failed")"#])
    #expect(diary.isClean)
    // A running command continues when its handler is disposed.
    await diary.start(.perform(Ask.slow))
    asking.dispose()
    telling.dispose()
    await diary.advance(1_000)
    #expect(diary.words.last == "slow")
  }

  @Test func `Contract 35: a command without a handler is reported by name and ends`() async {
    let warnings = WarningRecorder(containing: "lonely")
    let line = UInt(#line) + 1
    await diary.start(.concatenate(.perform(Tell(word: "lonely")), .say("after")))
    #expect(diary.words == ["after"])
    #expect(
      warnings.descriptions == [
        """
        RunnelTests/CommandTests.swift:\(line): Runnel: Missing command handler for \
        CommandTests.Tell; CommandTests.Tell(word: "lonely") was not handled.
        Why: the store has no handler for this command type. The effect created here ended without \
        an action.
        Fix: add a handler with `store.handle(with:)`, and retain the token that it returns.
        """
      ])
    #expect(diary.isClean)
  }

  @Test func `Contract 35: a second handler is rejected and reported by name`() async {
    struct Only: Command {}
    let warnings = WarningRecorder(containing: "Only")
    let handler = { (word: String) in
      CommandHandlers(for: Only.self) { _ in .once { Word(word) } }
    }
    let first = diary.store.handle(with: handler("first"))
    let line = UInt(#line) + 1
    let second = diary.store.handle(with: handler("second"))
    await diary.start(.perform(Only()))
    second.dispose()
    await diary.start(.perform(Only()))
    first.dispose()
    let third = diary.store.handle(with: handler("third"))
    await diary.start(.perform(Only()))
    #expect(diary.words == ["first", "first", "third"])
    #expect(
      warnings.descriptions == [
        """
        RunnelTests/CommandTests.swift:\(line): Runnel: Duplicate command handler for \
        CommandTests.Only; this one was ignored.
        Why: a store has one handler per command type. The first was added at \
        RunnelTests/CommandTests.swift:\(line - 2).
        Fix: dispose of the first handler, or use CommandHandlers.replacing(_:).
        """
      ])
    third.dispose()
  }

  @Test func `Handlers are composed, and a handler or a composition replaces others`() async {
    let live = CommandHandlers {
      AskHandler(prefix: "live ")
      Self.tellHandler("live")
    }
    let compositions = [
      live, live.replacing(AskHandler(prefix: "preview ")),
      live.replacing(Self.tellHandler("other")),
    ]
    for handlers in compositions {
      let handling = diary.store.handle(with: handlers)
      await diary.start(.merge(.perform(Ask.once("a")), .perform(Tell(word: "b"))))
      handling.dispose()
    }
    let closure = diary.store.handle(Tell.self) { tell in .once { Word("closure \(tell.word)") } }
    await diary.start(.perform(Tell(word: "c")))
    closure.dispose()
    #expect(
      diary.words
        == ["live a", "live b", "preview a", "live b", "live a", "other b", "closure c"])
  }
}
