// SPDX-License-Identifier: MIT

// The examples of animations, refresh and focus, and of previews.

import Runnel
import RunnelObservation
import SwiftUI

enum MotionExamples {
  enum Inbox {
    enum Field { case subject, text }

    struct Row: Equatable, Identifiable, Sendable { let id: Int }

    struct Scroll: Equatable, Sendable {
      private(set) var id: Int?
      private(set) var count = 0

      mutating func request(_ id: Int) { (self.id, count) = (id, count + 1) }
    }

    struct State: Equatable, Sendable {
      var rows: Entities<Row> = []
      var isLoaded = false
      var isLoading = false
      var unreadCount = 0
      var sentCount = 0
      var banner: String?
      var subject = ""
      var text = ""
      var focus: Field?
      var scroll = Scroll()
    }

    enum Action: Runnel.Action {
      case archived(Int), refreshed, reloaded, sent
      case subjectChanged(String), textChanged(String), focused(Field?)
    }
  }

  struct RowView: View {
    let id: Int
    let model: ViewStoreOf<Inbox.State, Inbox.Action>

    var body: some View {
      Button("Archive") {
        withAnimation { model.send(.archived(id)) }
      }
    }
  }

  struct InboxView: View {
    private let store: StoreOf<Inbox.State, Inbox.Action>
    @State private var model: ViewStoreOf<Inbox.State, Inbox.Action>
    @FocusState private var focus: Inbox.Field?

    init(store: StoreOf<Inbox.State, Inbox.Action>) {
      self.store = store
      _model = State(initialValue: ViewStoreOf(store))
    }
  }
}

extension MotionExamples.InboxView {
  typealias RowView = MotionExamples.RowView

  var body: some View {
    VStack {
      rows
      form
      scrolling
    }
    .task { [store] in await store.dispatchAndWait(.refreshed) }
    .sensoryFeedback(.success, trigger: model.sentCount)
  }

  @ViewBuilder var rows: some View {
    List {
      ForEach(model[\.rows.ids], id: \.self) { id in RowView(id: id, model: model) }
    }
    .animation(.default, value: model[\.rows.ids])
    .refreshable { [store] in
      await store.dispatchAndWait(.refreshed)
    }
    .refreshable { [store] in
      store.send(.reloaded)
      await store.wait(until: { !$0.isLoading })
    }
    .animation(model.isLoaded ? .default : nil, value: model.unreadCount)
    VStack {
      if let banner = model.banner {
        Text(banner).transition(.move(edge: .top))
      }
    }
    .animation(.default, value: model.banner)
  }

  var form: some View {
    Form {
      TextField("Subject", text: model.binding(\.subject) { .subjectChanged($0) })
        .focused($focus, equals: .subject)
      TextField("Text", text: model.binding(\.text) { .textChanged($0) })
        .focused($focus, equals: .text)
    }
    .onChange(of: focus) { _, field in
      model.send(.focused(field))
      focus = model.focus
    }
    .onChange(of: model.focus, initial: true) { _, field in focus = field }
  }

  var scrolling: some View {
    ScrollViewReader { proxy in
      List {
        ForEach(model[\.rows.ids], id: \.self) { id in RowView(id: id, model: model) }
      }
      .onChange(of: model.scroll) { _, scroll in
        withAnimation { proxy.scrollTo(scroll.id, anchor: .bottom) }
      }
    }
  }
}
