// SPDX-License-Identifier: MIT

public import Runnel

extension SettingsFeature {
  /// An action of the settings.
  public enum Action: Runnel.Action, Codable, Equatable {
    /// The user selects the next theme.
    case themeCycled
    /// The user selected a theme.
    case themeChanged(Theme)
    /// The user changed the number of threads in a page.
    case pageSizeChanged(Int)
    /// The user shows or hides archived threads.
    case archivedToggled
    /// The user works offline, or online again.
    case offlineToggled
    /// The user changed the signature.
    case signatureChanged(String)
  }
}
