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
    let name = Port<String>()
  }

  struct Output: Sendable {
    let name: Property<String>
  }

  enum Logic: BoundaryLogic {
    typealias Input = ProfileBoundary.Input
    typealias State = Profile

    static func bind(_ dependency: Dependency<Logic>) -> Output {
      dependency.input.name.dispatch(to: dependency.store) { ProfileAction.renamed($0) }
        .dispose(on: dependency.disposer)
      return Output(name: dependency.store.property(\.name))
    }
  }
}

final class ProfileView: ViewComponent {
  let disposer = Disposer()
  var props = ""
  private let boundary: any InputOutput<ProfileBoundary.Input, ProfileBoundary.Output>
  private let model: ViewStore<Profile>

  init(over store: Store<Profile>) {
    boundary = ProfileBoundary(input: ProfileBoundary.Input(), store: store)
    model = ViewStore(store)
    connect(to: boundary.output.name)
  }

  func rename(to name: String) {
    boundary.input.name(name)
    model.dispatch(ProfileAction.renamed(model.name))
  }
}

func preview() -> ProfileView {
  let name = Source("")
  let mock = MockBoundary(
    input: ProfileBoundary.Input(), output: ProfileBoundary.Output(name: name.property))
  mock.input.name("a")
  return ProfileView(over: Store(state: Profile()))
}
