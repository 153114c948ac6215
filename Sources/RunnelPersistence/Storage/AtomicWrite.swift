// SPDX-License-Identifier: MIT

import Foundation

/// A write that replaces a file as a whole.
struct AtomicWrite {
  /// A step of a write, which can fail, or be the last one before the process ends.
  enum Step: Hashable, Sendable {
    case create
    /// Writes some bytes, from an offset on.
    case write(Int)
    case keepPermissions
    case synchronizeFile
    case rename
    case synchronizeFolder
  }

  /// Ends a write without cleaning up, as the end of the process does.
  ///
  /// For tests.
  struct Interruption: Error {}

  /// The number of bytes of one system call.
  static let chunkSize = 1 << 16

  private let path: String
  private let onStep: (@Sendable (Step) throws -> Void)?

  init(to path: String, onStep: (@Sendable (Step) throws -> Void)? = nil) {
    self.path = AtomicWrite.target(of: path)
    self.onStep = onStep
  }

  func run(_ data: Data) throws {
    var status = stat()
    let exists = stat(path, &status) == 0
    let type = status.st_mode & S_IFMT
    if exists, type != S_IFREG, type != S_IFDIR { return try overwrite(data) }
    let temporary = temporaryPath()
    do {
      try write(data, to: temporary, permissions: exists ? status.st_mode & 0o7777 : nil)
      try onStep?(.rename)
      try SystemError.check { Int(rename(temporary, path)) }
    } catch {
      if !(error is Interruption) { unlink(temporary) }
      throw error
    }
    try onStep?(.synchronizeFolder)
    synchronizeFolder()
  }

  /// Writes to a device or a pipe, which a rename would replace by a file.
  private func overwrite(_ data: Data) throws {
    let descriptor = try SystemError.check { Int(open(path, O_WRONLY | O_CLOEXEC)) }
    defer { close(Int32(descriptor)) }
    try write(data, to: Int32(descriptor))
  }

  private func write(_ data: Data, to temporary: String, permissions: mode_t?) throws {
    try onStep?(.create)
    // A file that only its owner can read begins as one.
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = Int32(
      try SystemError.check { Int(open(temporary, flags, permissions ?? 0o666)) })
    var isOpen = true
    defer { if isOpen { close(descriptor) } }
    try write(data, to: descriptor)
    if let permissions {
      try onStep?(.keepPermissions)
      try SystemError.check { Int(fchmod(descriptor, permissions)) }
    }
    try onStep?(.synchronizeFile)
    try SystemError.check { Int(fsync(descriptor)) }
    isOpen = false
    // A network file system can report a failed write here.
    if close(descriptor) != 0, errno != EINTR { throw SystemError(errno) }
  }

  private func write(_ data: Data, to descriptor: Int32) throws {
    var offset = 0
    while offset < data.count {
      try onStep?(.write(offset))
      let count = min(AtomicWrite.chunkSize, data.count - offset)
      let chunk = data.dropFirst(offset).prefix(count)
      offset += try SystemError.check {
        chunk.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      }
    }
  }

  /// Writes the renaming to the disk.
  ///
  /// Some file systems can't synchronize a folder, and the file has its contents anyway.
  private func synchronizeFolder() {
    let descriptor = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  // MARK: Paths

  /// Returns a path in the same folder that no other write of any process uses.
  private func temporaryPath() -> String {
    // A process in a container can have the identifier of the one that has left a file behind.
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let path = path as NSString
    let name = "\(AtomicWrite.prefix(of: path))\(getpid())-\(number)\(AtomicWrite.suffix)"
    return (path.deletingLastPathComponent as NSString).appendingPathComponent(name)
  }

  private static let suffix = ".saving"

  private static func prefix(of path: NSString) -> String { ".\(path.lastPathComponent)." }

  /// Removes the temporary files of processes that have ended during a write.
  static func removeLeftovers(of path: String) {
    let path = target(of: path) as NSString
    let folder = path.deletingLastPathComponent
    let prefix = prefix(of: path)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let process = name.dropFirst(prefix.count).prefix { $0 != "-" }
      guard let id = pid_t(process), kill(id, 0) != 0, errno == ESRCH else { continue }
      unlink((folder as NSString).appendingPathComponent(name))
    }
  }

  /// Returns the file that a chain of symbolic links ends at, whether it exists or not.
  private static func target(of path: String) -> String {
    var path = path
    // A cycle of links stays a link, which then can't be opened.
    for _ in 0..<32 {
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      else { return path }
      let folder = (path as NSString).deletingLastPathComponent as NSString
      path = link.hasPrefix("/") ? link : folder.appendingPathComponent(link)
    }
    return path
  }
}
