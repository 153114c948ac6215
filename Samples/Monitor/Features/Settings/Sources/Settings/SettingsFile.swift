// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// Keeps the settings in a file, as `{"interval":1,"theme":"dark"}`.
///
/// Read it with ``load()`` before there is a store: a service is given the state that it finds, and would
/// not know which of the two to believe.
public final class SettingsFile: ServiceComponent {
  /// Owns the connection.
  public let disposer = Disposer()
  /// What has been overtaken by a later choice is not worth writing.
  public let delivery = Delivery.latest
  /// The settings to keep; set by the connection.
  public var props = SettingsFeature.Values() {
    didSet { if props != known { save() } }
  }

  private let url: URL
  /// What is in the file, or stands for a file that cannot be read, which is left alone for now.
  private var known = SettingsFeature.Values()
  private var dispatcher: (any ActionDispatcher)?

  /// Settings in a file, which need not exist yet. Nor need its folder.
  public init(path: String) { url = URL(fileURLWithPath: path).resolvingSymlinksInPath() }

  /// The settings as the file has them. Without a file, or with a broken one, those that are usual.
  public func load() -> SettingsFeature.State {
    guard FileManager.default.fileExists(atPath: url.path) else { return SettingsFeature.State() }
    let saved = try? JSONDecoder()
      .decode(SettingsFeature.Values.self, from: Data(contentsOf: url))
    guard let saved, SettingsFeature.isPossible(saved.interval) else {
      return SettingsFeature.State(problem: "\(url.path) is damaged or unreadable, and not used")
    }
    known = saved
    return SettingsFeature.State(saved)
  }

  func follow(_ store: Store<SettingsFeature.State>) {
    dispatcher = store
    connect(to: store, state: \.values)
  }

  private func save() {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      try encoder.encode(props).write(to: url, options: .atomic)
      known = props
      dispatcher?.dispatch(SettingsFeature.Action.saved)
    } catch {
      let reason = "cannot save \(url.path): \(error.localizedDescription)"
      dispatcher?.dispatch(SettingsFeature.Action.savingFailed(reason))
    }
  }
}
