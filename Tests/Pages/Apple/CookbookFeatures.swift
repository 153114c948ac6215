// SPDX-License-Identifier: MIT

// The features of recipes with views, of some pages about other libraries, and of previews.
// The tests run them, and `.ci/apple` compiles them with the views in the files beside this one.

import Runnel
import RunnelNavigation

struct CountdownTimerExample { #snippet("CountdownTimer.md", "Define the feature") }
struct FormRecipeExample { #snippet("FormRecipe.md", "Define the feature") }
struct PaginationExample { #snippet("Pagination.md", "Define the feature") }
struct PollingExample { #snippet("Polling.md", "Define the feature") }
struct PullToRefreshExample { #snippet("PullToRefresh.md", "Define the feature") }
struct SearchAsYouTypeExample { #snippet("SearchAsYouType.md", "Define the feature") }
struct ShowAnErrorExample { #snippet("ShowAnError.md", "Define the feature") }
struct UploadWithProgressExample { #snippet("UploadWithProgress.md", "Define the feature") }
enum FromSwiftRex { #snippet("MigratingFromSwiftRex.md", "Equivalents") }
enum FromObservable { #snippet("MigratingFromObservable.md", "Equivalents") }

enum Mail {
  struct State: Equatable, Sendable {
    var subjects: [String] = []
    var isLoading = false
    var problem: String?
  }

  enum Action: Runnel.Action, Equatable { case refreshTapped, loaded([String]) }
  struct Load: Command, Equatable {}

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    if case .loaded(let subjects) = action { state.subjects = subjects }
    state.isLoading = action == .refreshTapped
    return state.isLoading ? .perform(Load()) : .none
  }
}
