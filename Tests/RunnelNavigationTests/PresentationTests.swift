// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel
@testable import RunnelNavigation

private struct State: Equatable, Sendable {
  var sheet: Sheet?
  var alert: AlertState<AlertedAction>?
}

private enum Sheet: Equatable, Sendable { case thread(Mail.Thread.State), document(Document) }

private struct Document: Equatable, Identifiable, Sendable {
  var id = 1
  var thread = Mail.Thread.State()
}

private enum AlertedAction: Action, Codable, Hashable { case deleted, kept(Int) }
private enum SheetAction: Action { case shown(Sheet?) }

private let thread = CasePath<Sheet, Mail.Thread.State>(Sheet.thread)
private let document = CasePath<Sheet, Document>(Sheet.document)

@Suite struct PresentationTests {
  private let clock = ManualClock()
  private let store: Store<State>

  init() {
    store = Store(
      state: State(),
      reducer: Reducer<State> {
        Reducer.updating(SheetAction.self) { state, action in
          if case .shown(let sheet) = action { state.sheet = sheet }
        }
        Mail.Thread.reducer.ifPresent(\.sheet, thread)
        Mail.Thread.reducer.scope(\Document.thread).ifPresent(\.sheet, document)
      }, clock: clock)
  }

  private func show(_ sheet: Sheet?) async {
    await store.settle(after: SheetAction.shown(sheet))
  }

  @Test func `A case of an optional enum has a reducer and a scope while it is present`() async {
    #expect(store.ifPresent(\.sheet, thread) == nil)
    await show(.thread(Mail.Thread.State()))
    #expect(store.ifPresent(\.sheet, document) == nil)
    let sheet = store.ifPresent(\.sheet, thread)
    let values = sheet?.recordValues()
    await sheet?.settle(after: Mail.Thread.Action.read)
    #expect(sheet?.state.reads == 1)
    #expect(values?.values.map(\.reads) == [0, 1])
    await show(nil)
    await store.settle(after: Mail.Thread.Action.read)
    #expect(sheet?.state.reads == 1)
    #expect(values?.values.count == 2)
  }

  @Test func `The effects of a sheet end with it, with its case and with its identity`() async {
    var first: Store<Document>?
    for sheet in [nil, Sheet.thread(Mail.Thread.State()), .document(Document(id: 2))] {
      await show(.document(Document(id: 1)))
      first = store.ifPresent(\.sheet, document)
      await first?.settle(after: Mail.Thread.Action.load("late"))
      #expect(store.runningEffects.count == 1)
      await show(sheet)
      #expect(store.runningEffects.isEmpty)
    }
    await first?.settle(after: Mail.Thread.Action.read)
    #expect(store.state.sheet == .document(Document(id: 2)))
    #expect(first?.state == Document(id: 1))
  }

  private func alert(canDelete: Bool) -> AlertState<AlertedAction> {
    AlertState("Delete?", message: "It can't be undone.", style: .confirmationDialog) {
      if canDelete {
        AlertState.Button("Delete", role: .destructive, action: AlertedAction.deleted)
      }
      for count in 1...2 { AlertState.Button("Keep \(count)", action: AlertedAction.kept(count)) }
      AlertState.Button("Cancel", role: .cancel)
    }
  }

  @Test func `An alert is plain data with buttons in order, which a larger feature maps`() throws {
    let alert = alert(canDelete: true)
    let mapped = alert.map { "\($0)" }
    #expect(alert.buttons.map(\.action) == [.deleted, .kept(1), .kept(2), nil])
    #expect(mapped.buttons.map(\.action) == ["deleted", "kept(1)", "kept(2)", nil])
    #expect(mapped.buttons.map(\.title) == ["Delete", "Keep 1", "Keep 2", "Cancel"])
    #expect(mapped.buttons.map(\.role) == [.destructive, nil, nil, .cancel])
    #expect([mapped.title, mapped.message] == ["Delete?", "It can't be undone."])
    #expect(mapped.style == .confirmationDialog)
    #expect(alert != self.alert(canDelete: false))
    #expect(alert.hashValue == self.alert(canDelete: true).hashValue)
    let data = try JSONEncoder().encode(alert)
    #expect(try JSONDecoder().decode(AlertState<AlertedAction>.self, from: data) == alert)
    let plain = AlertState<AlertedAction>("Hello").map { "\($0)" }
    #expect(plain.buttons.isEmpty && plain.style == .alert)
  }
}
