// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelInsight
import RunnelNavigation
import Testing

/// What a recording leaves out.
@Suite struct RedactionTests {
  private let store = Store(state: Shop.State(), reducer: Shop.reducer())

  @Test func `Redaction hides an action, or replaces it`() async throws {
    let data = try await record(
      store,
      redacting: {
        switch $0 as? Shop.Cart.Action {
        case .add(_, let price)?: .replaced(by: Shop.Cart.Action.add("?", price: price))
        case .loaded?: .hidden
        default: .kept
        }
      }, redactingState: { $0.cart.items = [] }
    ) {
      store.dispatch(Shop.Cart.Action.add("secret", price: 3))
      store.dispatch(Shop.Cart.Action.loaded(["secret"]))
      store.dispatch(Shop.Action.visited)
    }
    #expect(!String(decoding: data, as: UTF8.self).contains("secret"))
    let session = try Session(data: data, actions: Shop.types)
    #expect(session.actions.map(\.isHidden) == [false, true, false])
    #expect(session.actions[0].payload == #"{"add":{"_0":"?","price":3}}"#)
    #expect(
      session.report.findings.map(\.description) == [
        "line 4: readable only: the recording hid it"
      ])
  }

  /// An action with the action of a part inside it.
  private indirect enum Outer: Runnel.Action, Codable {
    struct Row: Action, Codable {
      let elementID: Int
      let action: Shop.Cart.Action
    }

    case one(Shop.Cart.Action)
    case row(Row)
    case stack(StackAction<Row>)
    case many([Shop.Cart.Action?])
    case byName([String: [Row]])
    case other(Outer)
    case texts([String])
  }

  @Test func `Redaction sees the actions inside an action`() async throws {
    let secret = Shop.Cart.Action.add("secret", price: 1)
    let row = Outer.Row(elementID: 1, action: secret)
    let outer: [Outer] = [
      .one(secret), .row(row), .stack(.push(row)), .stack(.replace([row])), .many([nil, secret]),
      .byName(["a": [], "b": [row]]), .other(.other(.many([secret]))),
    ]
    let others: [Outer] = [.one(.clear), .texts(["open"]), .many([nil]), .stack(.pop)]
    let redactions: [Redaction] = [.hidden, .replaced(by: Shop.Cart.Action.clear)]
    for redaction in redactions {
      let data = try await record(
        store,
        redacting: { action in
          if case .add = action as? Shop.Cart.Action { redaction } else { .kept }
        }
      ) {
        for action in outer + others { store.dispatch(action) }
      }
      #expect(!String(decoding: data, as: UTF8.self).contains("secret"))
      let session = try Session(data: data)
      #expect(
        session.actions.map(\.isHidden) == outer.map { _ in true } + others.map { _ in false })
    }
  }

  @Test func `A replaced action is recorded as its replacement, whatever is inside`() async throws {
    let data = try await record(
      store,
      redacting: { action in
        switch action {
        case is Outer: .replaced(by: Outer.one(.add("?", price: 1)))
        case is Shop.Cart.Action: .hidden
        default: .kept
        }
      }
    ) { store.dispatch(Outer.one(.add("secret", price: 1))) }
    #expect(try Session(data: data).actions.first?.payload?.contains(#""?""#) == true)
  }

  @Test func `Redaction sees restored states`() async throws {
    var state = Shop.State()
    state.cart.items = ["secret"]
    let data = try await record(store, redactingState: { $0.cart.items = [] }) {
      store.restore(state)
      store.scope(\.cart).restore(state.cart)
    }
    #expect(store.state.cart.items == ["secret"])
    #expect(!String(decoding: data, as: UTF8.self).contains("secret"))
    let actions = try Session(data: data).actions
    #expect(actions.map(\.isHidden) == [false, true])
    #expect(actions[0].payload?.contains(#""items":[]"#) == true)
  }

  @Test func `The name of an effect doesn't show what redaction can't see`() async throws {
    struct Submit: Command {
      let password: String
    }
    enum Action: Runnel.Action, Codable {
      case submit(String)
      case later(String)
    }
    let reducer = Reducer<Int>.on(Action.self) { _, action in
      switch action {
      case .submit(let text):
        .merge(.perform(Submit(password: text)), .send(Action.later(text)))
      case .later: .none
      }
    }
    for isRedacted in [true, false] {
      let store = Store(state: 0, reducer: reducer)
      let redact: @Sendable (any Runnel.Action) -> Redaction = { $0 is Action ? .hidden : .kept }
      let data = try await record(store, redacting: isRedacted ? redact : nil) {
        store.dispatch(Action.submit("secret"))
      }
      let text = String(decoding: data, as: UTF8.self)
      #expect(text.contains("secret") != isRedacted)
      #expect(text.contains("Submit"))
    }
  }
}
