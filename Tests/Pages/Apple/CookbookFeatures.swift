// SPDX-License-Identifier: MIT

// The features of the recipes that have views, and of some pages about other libraries. The tests
// run them, and `.ci/apple` compiles them with the views in Cookbook.swift and OtherSystems.swift.

import Runnel
import RunnelNavigation

enum CountdownTimerExample {
  #snippet("CountdownTimer.md", "Define the feature")
}

enum FormRecipeExample {
  #snippet("FormRecipe.md", "Define the feature")
}

enum PaginationExample {
  #snippet("Pagination.md", "Define the feature")
}

enum PollingExample {
  #snippet("Polling.md", "Define the feature")
}

enum PullToRefreshExample {
  #snippet("PullToRefresh.md", "Define the feature")
}

enum SearchAsYouTypeExample {
  #snippet("SearchAsYouType.md", "Define the feature")
}

enum ShowAnErrorExample {
  #snippet("ShowAnError.md", "Define the feature")
}

enum UploadWithProgressExample {
  #snippet("UploadWithProgress.md", "Define the feature")
}

enum FromSwiftRex {
  #snippet("MigratingFromSwiftRex.md", "Equivalents")
}

enum FromObservable {
  #snippet("MigratingFromObservable.md", "Equivalents")
}
