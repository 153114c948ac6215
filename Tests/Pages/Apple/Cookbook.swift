// SPDX-License-Identifier: MIT

// The views of the recipes in the Cookbook.

import Runnel
import RunnelNavigation
import RunnelObservation
import SwiftUI

extension CountdownTimerExample { #snippet("CountdownTimer.md", "Show it in a view") }
extension FormRecipeExample { #snippet("FormRecipe.md", "Show it in a view") }
extension PaginationExample { #snippet("Pagination.md", "Show it in a view") }
extension PollingExample { #snippet("Polling.md", "Show it in a view") }
extension PullToRefreshExample { #snippet("PullToRefresh.md", "Await the action in a view") }
extension SearchAsYouTypeExample { #snippet("SearchAsYouType.md", "Show it in a view") }
extension ShowAnErrorExample { #snippet("ShowAnError.md", "Show it in a view") }
extension UploadWithProgressExample { #snippet("UploadWithProgress.md", "Show it in a view") }
