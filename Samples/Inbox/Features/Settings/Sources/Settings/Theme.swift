// SPDX-License-Identifier: MIT

extension SettingsFeature {
  /// The colors of the app.
  public enum Theme: String, Codable, CaseIterable, Sendable {
    /// Light text on a dark background.
    case dark
    /// Dark text on a light background.
    case light
    /// No colors.
    case plain

    /// The theme after this one, and after the last one the first.
    public var next: Theme {
      switch self {
      case .dark: .light
      case .light: .plain
      case .plain: .dark
      }
    }
  }
}
