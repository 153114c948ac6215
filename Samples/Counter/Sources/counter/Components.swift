// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// Shows each value of the counter, and reports each overflow.
final class CounterView: ViewComponent {
  let disposer = Disposer()
  let delivery = Delivery.every  // By default, a view can skip values.
  var props = CounterState() {
    didSet {
      if props.overflows == oldValue.overflows { return show("\(props.counter)") }
      Console.warn("too much for an Int: the counter stays at \(props.counter)")
    }
  }
  private let show: (String) -> Void
  init(show: @escaping (String) -> Void) { self.show = show }
}

/// Stores the counter in a file, as `{"counter":5}`.
///
/// A lock on `FILE.lock` keeps a second run away from the same file. The lock can't be on the file
/// itself, because each save replaces the file. The system releases the lock when a run ends, so
/// the lock file stays in place: deleting it could remove the lock of another run.
final class CounterFile: ServiceComponent {
  let disposer = Disposer()
  let delivery = Delivery.latest  // Only the newest value needs to be saved.
  var props = 0 {
    didSet {
      Console.attempt("save \(props) in \(path)") {
        try JSONEncoder().encode(["counter": props])
          .write(to: URL(fileURLWithPath: path), options: .atomic)
      }
    }
  }
  private let path: String
  private let lock: FileHandle

  init(path: String) {
    self.path = FileLocation(path).path
    var status = stat()
    if stat(self.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      Console.fail("cannot use \(path): it is not a regular file")
    }
    lock = Console.open("\(self.path).lock", O_RDWR)
    guard flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
      Console.fail("cannot use \(path): another counter is using it")
    }
  }

  /// Returns the counter of the previous run, or zero if there is no file.
  func load() -> Int {
    guard FileManager.default.fileExists(atPath: path) else { return 0 }
    let saved = try? JSONDecoder()
      .decode([String: Int].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    if let saved, let counter = saved["counter"], saved.count == 1 { return counter }
    Console.fail("\(path) is damaged or unreadable: expected content such as {\"counter\":5}")
  }

  /// Lets the next run use the file.
  func unlock() { flock(lock.fileDescriptor, LOCK_UN) }
}

/// Appends each line that it receives to a file.
final class CounterLog: ServiceActionListener {
  let disposer = Disposer()
  private let file: FileHandle

  /// Opens or creates the file.
  ///
  /// A pipe must have a reader: opening it never waits for one.
  init(path: String) {
    file = Console.open(path, O_WRONLY | O_APPEND | O_NONBLOCK)
    // From here on, a pipe whose reader is slow delays the log instead of losing lines.
    let flags = fcntl(file.fileDescriptor, F_GETFL)
    _ = fcntl(file.fileDescriptor, F_SETFL, flags & ~O_NONBLOCK)
  }

  func update(props: String) { Console.write(props, to: file, "log") }
}
