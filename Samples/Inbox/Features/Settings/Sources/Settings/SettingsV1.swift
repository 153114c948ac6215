// SPDX-License-Identifier: MIT

/// The settings in version 1 of the file format.
public struct SettingsV1: Codable, Equatable, Sendable {
  /// A Boolean value that indicates whether the background is dark.
  public var dark: Bool
  /// The number of threads in a page.
  public var pageSize: Int

  /// Creates settings.
  public init(dark: Bool, pageSize: Int) {
    self.dark = dark
    self.pageSize = pageSize
  }
}

extension SettingsFeature.State {
  /// Creates settings from those of version 1.
  public init(_ old: SettingsV1) {
    self.init(theme: old.dark ? .dark : .light, pageSize: old.pageSize)
  }
}
