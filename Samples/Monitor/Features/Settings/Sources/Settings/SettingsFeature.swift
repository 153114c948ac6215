// SPDX-License-Identifier: MIT

import Runnel

/// The settings of the user, and the file that stores them.
///
/// It depends neither on other features nor on the terminal. An app reads the values from the
/// state, and receives a line to draw.
public enum SettingsFeature {
  /// The colors of the program, for a dark or a light background, or none.
  public enum Theme: String, Codable, CaseIterable, Sendable { case dark, light, plain }

  /// The values of the settings.
  public struct Values: Codable, Equatable, Sendable {
    /// The time between two samples, in seconds.
    public var interval = 1.0
    /// The colors of the program.
    public var theme = Theme.dark

    /// Creates the default values.
    public init() {}
  }

  /// The settings, and the problem with their file, if any.
  public struct State: Codable, Equatable, Sendable {
    /// The values that the user has chosen.
    public var values: Values
    /// The reason why the settings could not be read or written, if any.
    public var problem: String?

    /// Creates a state with values, and a problem if they could not be read.
    public init(_ values: Values = Values(), problem: String? = nil) {
      self.values = values
      self.problem = problem
    }
  }

  /// An action of the settings.
  public enum Action: Runnel.Action, Codable, Equatable {
    case intervalRaised
    case intervalLowered
    case themeCycled
    case saved
    case savingFailed(String)
  }

  /// The intervals that can be chosen, in seconds.
  public static let intervals = [0.5, 1, 2, 5, 10, 30, 60]

  static func isPossible(_ interval: Double) -> Bool { (0.1...3600).contains(interval) }

  /// The reducer of the settings.
  public static let reducer = Reducer<State>.updating(Action.self) { state, action in
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

  /// Shows the settings and stores them in a file, until the file and the returned pane are
  /// released.
  ///
  /// The initial state of the store was read from the file, which is written when it changes.
  @MainActor public static func start(
    on store: StoreOf<State, Action>, file: SettingsFile, show: @escaping (Line) -> Void
  ) -> SettingsPane {
    file.follow(store)
    let pane = SettingsPane(show: show)
    pane.connect(to: store)
    return pane
  }

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

  nonisolated static func line(for state: SettingsFeature.State) -> SettingsFeature.Line {
    let interval = state.values.interval
    let seconds = interval == interval.rounded() ? "\(Int(interval))" : "\(interval)"
    return SettingsFeature.Line(
      text: "every \(seconds) s · \(state.values.theme.rawValue)",
      problem: state.problem ?? "")
  }
}
