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
