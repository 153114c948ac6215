// SPDX-License-Identifier: MIT

@Suite struct CoreConceptsTests {
  enum Notes {
    #snippet("State")
    #snippet("Action")
    #snippet("Command")

    enum ID { case notice, saving }
    #snippet("Reducer")
  }

  #snippet("State", 2)

  private #snippet("Reducer", 2)

  #snippet("Component")

  private struct Disk: Sendable {
    let written = Recorder<[String]>()
    func write(_ notes: [String]) async throws { written.record(notes) }
  }

  private let disposer = Disposer()

  private func makeAudit(_ print: Printer) -> Middleware<AppState> {
    #snippet("Middleware")
    return audit
  }

  @Test @MainActor func `All parts work together`() async {
    let (print, audited) = (Printer(), Printer())
    let audit = makeAudit(audited)
    let clock = ManualClock()
    let disk = Disk()
    #snippet("Store")
    #expect(audited.lines == [#"draftChanged("Buy milk")"#])
    #snippet("Command", 2)
    #snippet("Scope")
    #snippet("Observer")
    #snippet("Component", 2)
    notes.dispatch(.addTapped)
    await clock.advance(by: .seconds(1))
    #expect(store.state.notes == Notes.State(notes: ["Call Bo"], isNoticeShown: true))
    await clock.advance(by: .seconds(1))
    #expect(!store.state.notes.isNoticeShown)
    #expect(disk.written.values == [["Call Bo"]])
    #expect(print.lines.last == "The draft is .")
    #expect(label.texts.last == "1 notes")
  }
}
