// SPDX-License-Identifier: MIT

/// A screen of the app, in the order of the menu.
nonisolated enum CaseStudy: String, CaseIterable, Sendable {
  case counter = "Counter"
  case form = "Form"
  case list = "List"
  case search = "Search"
  case sheet = "Sheet"
  case alert = "Alert"
  case navigation = "Navigation"
  case timer = "Timer"
  case upload = "Upload"
  case refresh = "Refresh"
  case sharedState = "Shared State"
  case undo = "Undo"
  case animation = "Animation"
}

nonisolated extension CaseStudy {
  /// The name of a symbol of Apple's.
  var symbol: String {
    switch self {
    case .counter: "plusminus"
    case .form: "square.and.pencil"
    case .list: "list.bullet"
    case .search: "magnifyingglass"
    case .sheet: "rectangle.bottomthird.inset.filled"
    case .alert: "exclamationmark.triangle"
    case .navigation: "square.stack"
    case .timer: "stopwatch"
    case .upload: "arrow.up.circle"
    case .refresh: "arrow.clockwise"
    case .sharedState: "arrow.triangle.2.circlepath"
    case .undo: "arrow.uturn.backward"
    case .animation: "sparkles"
    }
  }
}
