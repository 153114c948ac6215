// SPDX-License-Identifier: MIT

/// A screen of the app with the name of a symbol of Apple's, in the order of the menu.
nonisolated enum CaseStudy: String, CaseIterable, Sendable {
  case counter = "plusminus"
  case form = "square.and.pencil"
  case list = "list.bullet"
  case search = "magnifyingglass"
  case sheet = "rectangle.bottomthird.inset.filled"
  case alert = "exclamationmark.triangle"
  case navigation = "square.stack"
  case timer = "stopwatch"
  case upload = "arrow.up.circle"
  case refresh = "arrow.clockwise"
  case sharedState = "arrow.triangle.2.circlepath"
  case undo = "arrow.uturn.backward"
  case animation = "sparkles"

  var title: String {
    self == .sharedState ? "Shared State" : "\(self)".prefix(1).uppercased() + "\(self)".dropFirst()
  }
}
