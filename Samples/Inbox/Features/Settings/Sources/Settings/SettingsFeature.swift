// SPDX-License-Identifier: MIT

public import Runnel

/// The settings of the app.
///
/// The app stores the state with ``version``, and reads an older file with the migration
/// ``State/init(_:)``.
public enum SettingsFeature {
  /// The version of the file format of the state.
  public static let version = 2

  /// The reducer of the settings.
  public static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action {
    case .themeCycled: state.theme = state.theme.next
    case .themeChanged(let theme): state.theme = theme
    case .pageSizeChanged(let size): state.pageSize = State.clamped(size)
    case .archivedToggled: state.showsArchived.toggle()
    case .offlineToggled: state.isOffline.toggle()
    case .signatureChanged(let signature): state.signature = signature
    }
  }

  /// An action of the settings.
  public enum Action: Runnel.Action, Codable, Equatable {
    case themeCycled
    case themeChanged(Theme)
    case pageSizeChanged(Int)
    case archivedToggled
    case offlineToggled
    case signatureChanged(String)
  }

  /// The colors of the app, for a dark or a light background, or none.
  public enum Theme: String, Codable, CaseIterable, Sendable {
    case dark, light, plain

    /// The theme after this one, and after the last one the first.
    public var next: Theme {
      switch self {
      case .dark: .light
      case .light: .plain
      case .plain: .dark
      }
    }
  }

  /// The settings.
  public struct State: Equatable, Sendable {
    /// The valid numbers of threads in a page.
    public static let pageSizes = 10...200

    /// The colors.
    public internal(set) var theme: Theme
    /// The number of threads in a page, which is one of ``pageSizes``.
    public internal(set) var pageSize: Int
    /// A Boolean value that indicates whether archived threads are shown.
    public internal(set) var showsArchived: Bool
    /// A Boolean value that indicates whether the user works offline.
    public internal(set) var isOffline: Bool
    /// The text at the end of a new message.
    public internal(set) var signature: String

    /// Creates settings, whose size of a page is clamped to ``pageSizes``.
    public init(
      theme: Theme = .dark, pageSize: Int = 50, showsArchived: Bool = false,
      isOffline: Bool = false, signature: String = ""
    ) {
      self.theme = theme
      self.pageSize = Self.clamped(pageSize)
      self.showsArchived = showsArchived
      self.isOffline = isOffline
      self.signature = signature
    }

    /// The settings in one line, for a status line.
    ///
    /// ```text
    /// dark · 50 per page · archived shown · signed · offline
    /// ```
    public var summary: String {
      var parts = [theme.rawValue, "\(pageSize) per page"]
      if showsArchived { parts.append("archived shown") }
      if !signature.isEmpty { parts.append("signed") }
      parts.append(isOffline ? "offline" : "online")
      return parts.joined(separator: " · ")
    }

    static func clamped(_ size: Int) -> Int {
      min(max(size, pageSizes.lowerBound), pageSizes.upperBound)
    }
  }
}

extension SettingsFeature.State: Codable {
  private enum CodingKeys: String, CodingKey {
    case theme, pageSize, showsArchived, isOffline, signature
  }

  /// Decodes settings, and clamps the size of a page, because a user can edit the file.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      theme: try container.decode(SettingsFeature.Theme.self, forKey: .theme),
      pageSize: try container.decode(Int.self, forKey: .pageSize),
      showsArchived: try container.decode(Bool.self, forKey: .showsArchived),
      isOffline: try container.decode(Bool.self, forKey: .isOffline),
      signature: try container.decode(String.self, forKey: .signature))
  }
}

/// The settings in version 1 of the file format.
public struct SettingsV1: Codable, Equatable, Sendable {
  /// A Boolean value that indicates whether the background is dark.
  public var dark: Bool
  /// The number of threads in a page.
  public var pageSize: Int
}

extension SettingsFeature.State {
  /// Creates settings from those of version 1.
  public init(_ old: SettingsV1) {
    self.init(theme: old.dark ? .dark : .light, pageSize: old.pageSize)
  }
}
