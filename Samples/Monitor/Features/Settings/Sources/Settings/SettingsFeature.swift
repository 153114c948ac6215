// SPDX-License-Identifier: MIT

import Runnel

/// What the user has chosen, and the file that it is kept in.
///
/// It knows nothing of what others make of the choices, nor of the terminal: an app reads the values from
/// the state, and is handed a line to draw.
public enum SettingsFeature {
  /// How the program is to look.
  public enum Theme: String, Codable, CaseIterable, Sendable {
    /// Light text on a dark ground.
    case dark
    /// Dark text on a light ground.
    case light
    /// No colours.
    case plain
  }

  /// What can be chosen.
  public struct Values: Codable, Equatable, Sendable {
    /// How many seconds there are between two samples.
    public var interval = 1.0
    /// How the program is to look.
    public var theme = Theme.dark

    /// What is chosen as long as the user has chosen nothing.
    public init() {}
  }

  /// The settings, and what is wrong with them.
  public struct State: Equatable, Sendable {
    /// What the user has chosen.
    public var values: Values
    /// Why the settings could not be read or written, if they could not.
    public var problem: String?

    /// Settings that have been read, or that could not be.
    public init(_ values: Values = Values(), problem: String? = nil) {
      self.values = values
      self.problem = problem
    }
  }

  /// What can happen to the settings.
  public enum Action: Runnel.Action, Equatable {
    /// There is to be more time between two samples.
    case intervalRaised
    /// There is to be less time between two samples.
    case intervalLowered
    /// The next theme is to be used.
    case themeCycled
    /// The settings are in the file.
    case saved
    /// The settings could not be written, for this reason.
    case savingFailed(String)
  }

  /// The intervals that can be chosen, in seconds.
  public static let intervals = [0.5, 1, 2, 5, 10, 30, 60]

  /// Whether somebody may have so many seconds between two samples, by editing the file.
  static func isPossible(_ interval: Double) -> Bool { (0.1...3600).contains(interval) }

  /// What actions mean for the settings.
  public static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .intervalRaised:
      let now = state.values.interval
      state.values.interval = intervals.first { $0 > now } ?? now
    case .intervalLowered:
      let now = state.values.interval
      state.values.interval = intervals.last { $0 < now } ?? now
    case .themeCycled:
      let themes = Theme.allCases
      let place = themes.firstIndex(of: state.values.theme) ?? 0
      state.values.theme = themes[(place + 1) % themes.count]
    case .saved: state.problem = nil
    case .savingFailed(let reason): state.problem = reason
    }
  }

  /// Shows the settings and keeps them in a file, for as long as somebody holds what this returns, and
  /// the file.
  ///
  /// - Parameters:
  ///   - store: The settings, with what has been read from the file as its first state.
  ///   - file: Where to keep them. Nothing is written as long as nothing changes.
  ///   - show: Is given the line that shows them, whenever it changes.
  @MainActor public static func start(
    on store: Store<State>,
    file: SettingsFile,
    show: @escaping (Line) -> Void
  ) -> SettingsPane {
    file.follow(store)
    let pane = SettingsPane(show: show)
    pane.connect(to: store)
    return pane
  }
}
