// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// The view: prints each count and each failure, on the main actor.
final class CounterView: ViewComponent {
  let disposer = Disposer()
  let delivery = Delivery.every  // By default, a view skips values that it has no time for.
  var props = Counter.State() {
    didSet {
      if props.failures > oldValue.failures { warn(props.reason) } else { show("\(props.count)") }
    }
  }
  private let show: (String) -> Void
  private let warn: (String) -> Void

  init(show: @escaping (String) -> Void, warn: @escaping (String) -> Void) {
    self.show = show
    self.warn = warn
  }
}

/// The service: saves each count in a file, off the main actor.
///
/// A save that fails becomes an action, so the view shows it like any other failure.
final class CounterFile: ServiceComponent {
  struct Unreadable: Error { let path: String }

  let disposer = Disposer()
  var props = 0 {
    didSet {
      do {
        try "\(props)\n".write(to: url, atomically: true, encoding: .utf8)
      } catch {
        store.dispatch(.failed("\(url.path) can't be written: \(error.localizedDescription)"))
      }
    }
  }
  private let url: URL
  private let store: StoreOf<Counter.State, Counter.Action>

  init(at url: URL, of store: StoreOf<Counter.State, Counter.Action>) {
    self.url = url
    self.store = store
  }

  /// Returns the saved count, or zero if there is no file.
  static func load(_ url: URL) throws(Unreadable) -> Int {
    guard FileManager.default.fileExists(atPath: url.path) else { return 0 }
    let text = try? String(contentsOf: url, encoding: .utf8)
    guard let text, let count = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Unreadable(path: url.path)
    }
    return count
  }
}
