// SPDX-License-Identifier: MIT

public import Composer
public import Runnel
public import ThreadDetail

/// A screen above the list of threads.
public enum Screen: Codable, Equatable, Sendable {
  /// The messages of a thread.
  case thread(ThreadDetailFeature.State)
  /// A message that the user writes.
  case composer(ComposerFeature.State)
  /// The settings of the app.
  case settings
}

extension CasePath where Root == Screen, Value == ThreadDetailFeature.State {
  /// The screens of threads.
  public static var thread: Self {
    CasePath(embed: Screen.thread) { if case .thread(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == Screen, Value == ComposerFeature.State {
  /// The screens of composers.
  public static var composer: Self {
    CasePath(embed: Screen.composer) { if case .composer(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == Screen, Value == Void {
  /// The screens of settings, which have no state of their own.
  public static var settings: Self {
    CasePath(embed: { Screen.settings }) { if case .settings = $0 { () } else { nil } }
  }
}
