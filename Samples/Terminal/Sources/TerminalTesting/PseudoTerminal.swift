// SPDX-License-Identifier: MIT

#if os(Linux)
  import Foundation

  /// Both ends of a terminal: one for the program, and one for the test.
  public actor PseudoTerminal {
    /// The system offers no pseudo-terminal.
    public struct Unavailable: Error {}

    /// The end for the program.
    public nonisolated let programEnd: FileHandle
    // TIOCSPTLCK and TIOCGPTN, which Swift cannot import.
    private static let lock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    private let end: Int32
    private var bytes: [UInt8] = []
    private var size = (columns: 80, rows: 24)

    /// Creates a terminal of 80 columns and 24 rows.
    public init() throws {
      end = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var isLocked: Int32 = 0
      var number: Int32 = 0
      guard end >= 0, ioctl(end, Self.lock, &isLocked) == 0,
        ioctl(end, Self.getNumber, &number) == 0
      else { throw Unavailable() }
      let other = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      guard other >= 0 else { throw Unavailable() }
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      programEnd = FileHandle(fileDescriptor: other, closeOnDealloc: true)
      var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(end, UInt(TIOCSWINSZ), &size)
    }

    deinit { close(end) }

    /// The modes that a program can change, such as whether keys are echoed.
    public nonisolated var modes: [UInt] {
      var attributes = termios()
      tcgetattr(programEnd.fileDescriptor, &attributes)
      return [attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag]
        .map { UInt($0) }
    }

    /// All output of the program so far.
    public var output: String { String(decoding: bytes, as: UTF8.self) }

    /// Changes the size.
    ///
    /// The program receives no signal.
    public func resize(columns: Int, rows: Int) {
      size = (columns, rows)
      var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(end, UInt(TIOCSWINSZ), &size)
    }

    /// Sends keys, at most as many as the terminal buffers.
    public func press(_ keys: String) {
      let keys = Array(keys.utf8)
      _ = write(end, keys, keys.count)
    }

    /// Sends more keys than the terminal buffers, while output continues to be read.
    public nonisolated func paste(_ keys: String) async {
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        Thread.detachNewThread { [end] in
          var keys = Array(keys.utf8)[...]
          while !keys.isEmpty {
            let count = keys.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { break }
            keys.removeFirst(max(0, count))
          }
          done.resume()
        }
      }
    }

    /// Waits until the output of the program satisfies a condition.
    public func waitForOutput(_ condition: (String) -> Bool) async {
      while !condition(output) { await readSome() }
    }

    /// Waits until the lines on the screen satisfy a condition.
    public func waitForScreen(_ condition: ([String]) -> Bool) async {
      while true {
        var paper = Paper(columns: size.columns, rows: size.rows)
        paper.take(output)
        if condition(paper.text) { return }
        await readSome()
      }
    }

    private func readSome() async {
      bytes += await withCheckedContinuation { done in
        // The threads of the global queues are few, and this one waits.
        Thread.detachNewThread { [end] in
          var buffer = [UInt8](repeating: 0, count: 65_536)
          let count = read(end, &buffer, buffer.count)
          done.resume(returning: buffer.prefix(max(0, count)))
        }
      }
    }
  }
#endif
