// SPDX-License-Identifier: MIT

// The features of the recipes that have views, and of some pages about other libraries. The tests
// run them, and `.ci/apple` compiles them with the views in Cookbook.swift and OtherSystems.swift.

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
