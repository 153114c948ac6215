// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// A service that stores the settings in a file, as `{"interval":1,"theme":"dark"}`.
///
/// Read it with ``load()`` before you create the store. A connected service receives the state of
/// the store, and cannot decide between that state and the file.
public final class SettingsFile: ServiceComponent {
  /// Owns the connection.
  public let disposer = Disposer()
  /// Only the newest choice needs to be saved.
  public let delivery = Delivery.latest
  /// The settings to store, set by the connection.
  public var props = SettingsFeature.Values() {
    didSet { if props != known { save() } }
  }

  private let url: URL
  /// The values in the file, or the default values if it cannot be read, and stays as it is.
  private var known = SettingsFeature.Values()
  private var store: StoreOf<SettingsFeature.State, SettingsFeature.Action>?

  /// Creates a service for a file, which is created with its folder when needed.
  public init(path: String) { url = URL(fileURLWithPath: path).resolvingSymlinksInPath() }

  /// Returns the settings in the file, or the default ones if it is missing or damaged.
  public func load() -> SettingsFeature.State {
    guard FileManager.default.fileExists(atPath: url.path) else { return SettingsFeature.State() }
    let saved = try? JSONDecoder().decode(SettingsFeature.Values.self, from: Data(contentsOf: url))
    guard let saved, SettingsFeature.isPossible(saved.interval) else {
      return SettingsFeature.State(problem: "\(url.path) is damaged or unreadable, and not used")
    }
    known = saved
    return SettingsFeature.State(saved)
  }

  func follow(_ store: StoreOf<SettingsFeature.State, SettingsFeature.Action>) {
    self.store = store
    connect(to: store.scope(\.values))
  }

  private func save() {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      try encoder.encode(props).write(to: url, options: .atomic)
      known = props
      store?.dispatch(.saved)
    } catch {
      store?.dispatch(.savingFailed("cannot save \(url.path): \(error.localizedDescription)"))
    }
  }
}
