// SPDX-License-Identifier: MIT

// The examples of animations, refresh and focus, and of previews.

import Runnel
import RunnelObservation
import SwiftUI

enum MotionExamples {
  enum Inbox {
    enum Field { case subject, text }

    struct Row: Equatable, Identifiable, Sendable { let id: Int }

    #snippet("Scroll to a row", 2)

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

    var body: some View { #snippet("Animate a change") }
  }

  #snippet("Overview")

  struct Haptics: Sendable { func play() {} }

  static func listen(
    _ store: StoreOf<Inbox.State, Inbox.Action>, _ haptics: Haptics, _ disposer: Disposer
  ) {
    #snippet("Play haptics, and show a notice once", 2)
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
    #snippet("Load when a view appears")
    #snippet("Play haptics, and show a notice once")
  }

  @ViewBuilder var rows: some View {
    #snippet("Animate a change", 2)
    #snippet("Pull to refresh", 1...2)
    #snippet("Animate a change", 3)
    #snippet("Add transitions")
  }

  var form: some View { #snippet("Focus") }
  var scrolling: some View { #snippet("Scroll to a row") }
}
