// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// Shows each value of the counter, and complains when it could not be changed.
final class CounterView: ViewComponent {
  let disposer = Disposer()
  let delivery = Delivery.every  // By default a view shows the newest value and may skip others.
  var props = CounterState() {
    didSet {
      if props.overflows == oldValue.overflows { return show("\(props.counter)") }
      Console.complain("too much for an Int: the counter stays at \(props.counter)")
    }
  }
  private let show: (String) -> Void
  init(show: @escaping (String) -> Void) { self.show = show }
}

/// Keeps the counter in a file, as `{"counter":5}`.
final class CounterFile: ServiceComponent {
  let disposer = Disposer()
  let delivery = Delivery.latest  // An older value is not worth writing.
  var props = 0 {
    didSet {
      Console.attempt("save \(props) in \(url.path)") {
        try JSONEncoder().encode(["counter": props]).write(to: url, options: .atomic)
      }
    }
  }
  private let url: URL
  init(path: String) { url = URL(fileURLWithPath: path).resolvingSymlinksInPath() }

  /// The counter as an earlier run left it, or zero if there is no file.
  func load() -> Int {
    guard FileManager.default.fileExists(atPath: url.path) else { return 0 }
    let saved = try? JSONDecoder().decode([String: Int].self, from: Data(contentsOf: url))
    if let saved, let counter = saved["counter"], saved.count == 1 { return counter }
    Console.fail("\(url.path) is damaged or unreadable: it should be like {\"counter\":5}")
  }
}

/// Appends the lines that it is given to a file.
final class CounterLog: ServiceActionListener {
  let disposer = Disposer()
  private let file: FileHandle

  init(path: String) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    if descriptor < 0 { Console.fail("cannot open \(path): \(String(cString: strerror(errno)))") }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  func update(props: String) { Console.put(props, to: file, "log") }
}
