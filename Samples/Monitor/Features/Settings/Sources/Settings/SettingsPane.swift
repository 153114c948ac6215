// SPDX-License-Identifier: MIT

import Runnel

extension SettingsFeature {
  /// The settings as a line of text.
  public struct Line: Equatable, Sendable {
    /// The values of the settings.
    public var text: String
    /// The problem with the settings, empty if there is none.
    public var problem: String
  }
}

/// A view that shows the settings.
public final class SettingsPane: ViewComponent {
  /// Owns the connection.
  public let disposer = Disposer()
  /// The settings that are shown, set by the connection.
  public var props = SettingsFeature.State() {
    didSet { show(Self.line(for: props)) }
  }

  private let show: (SettingsFeature.Line) -> Void

  init(show: @escaping (SettingsFeature.Line) -> Void) { self.show = show }

  /// Returns the line for a state.
  nonisolated static func line(for state: SettingsFeature.State) -> SettingsFeature.Line {
    let interval = state.values.interval
    let seconds = interval == interval.rounded() ? "\(Int(interval))" : "\(interval)"
    return SettingsFeature.Line(
      text: "every \(seconds) s · \(state.values.theme.rawValue)",
      problem: state.problem ?? "")
  }
}
