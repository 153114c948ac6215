// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import RunnelObservation

// Code that must compile with the main actor as the default isolation.

nonisolated struct Profile: Equatable, Sendable {
  var name = ""
}

nonisolated enum ProfileAction: Action {
  case renamed(String)
}

nonisolated final class ProfileBoundary: Boundary<ProfileBoundary.Logic> {
  struct Input: Sendable {
    let name = InputPort<String>()
  }

  struct Output: Sendable {
    let name: Property<String>
  }

  enum Logic: BoundaryLogic {
    typealias Input = ProfileBoundary.Input
    typealias State = Profile

    static func bind(_ context: Context<Logic>) -> Output {
      context.input.name.dispatch(to: context.store) { ProfileAction.renamed($0) }
        .dispose(on: context.disposer)
      return Output(name: context.store.property(\.name))
    }
  }
}

final class ProfileView: ViewComponent {
  let disposer = Disposer()
  var props = ""
  private let boundary: any InputOutput<ProfileBoundary.Input, ProfileBoundary.Output>
  private let model: ViewStore<Profile>
  private let letters: ViewStoreOf<String, Never>

  init(over store: Store<Profile>) {
    boundary = ProfileBoundary(input: ProfileBoundary.Input(), store: store, dependencies: ())
    model = ViewStore(store)
    letters = ViewStoreOf(boundary.output.name)
    connect(to: boundary.output.name)
  }

  func rename(to name: String) {
    boundary.input.name(name)
    model.dispatch(ProfileAction.renamed(model.name))
  }
}

func preview() -> ProfileView {
  let name = MutableProperty("")
  let mock = MockBoundary(
    input: ProfileBoundary.Input(), output: ProfileBoundary.Output(name: name.property))
  mock.input.name("a")
  return ProfileView(over: Store(state: Profile()))
}
