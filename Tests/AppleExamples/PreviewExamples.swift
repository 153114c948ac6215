// SPDX-License-Identifier: MIT

// The examples of previews. `#Preview` is a macro that only Xcode can expand.

import Runnel
import RunnelObservation
import SwiftUI

enum Mail {
  struct State: Equatable, Sendable {
    var subjects: [String] = []
    var isLoading = false
    var problem: String?
  }

  enum Action: Runnel.Action { case refreshTapped, loaded([String]) }
}

extension StoreOf where State == Mail.State, ActionType == Mail.Action {
  static func preview(_ state: Mail.State) -> StoreOf<Mail.State, Mail.Action> {
    Store(state: state).accepting(Mail.Action.self)
  }
}

struct MailView: View {
  @SwiftUI.State private var model: ViewStoreOf<Mail.State, Mail.Action>

  init(store: StoreOf<Mail.State, Mail.Action>) {
    _model = SwiftUI.State(initialValue: ViewStoreOf(store))
  }

  var body: some View {
    List(model.subjects, id: \.self) { Text($0) }
    if model.isLoading { ProgressView() }
    if let problem = model.problem { Text(problem) }
    Button("Refresh") { model.dispatch(.refreshTapped) }
  }
}

struct MailView_Previews: PreviewProvider {
  static var previews: some View {
    MailView(store: .preview(Mail.State(subjects: ["Otters", "Fish"])))
    MailView(store: .preview(Mail.State(isLoading: true)))
    MailView(store: .preview(Mail.State(problem: "The server doesn't answer.")))
  }
}

#if canImport(Combine)
  struct MailTitle: PropsView {
    struct Props: Equatable {
      var title: String
      var isUnread: Bool
    }

    let props: Props

    var body: some View { Text(props.title) }
  }

  struct MailTitle_Previews: PreviewProvider {
    static var previews: some View {
      MailTitle(props: MailTitle.Props(title: "Otters", isUnread: true))
    }
  }
#endif
