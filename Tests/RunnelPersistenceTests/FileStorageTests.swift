// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelPersistence

@Suite struct FileStorageTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder["a.json"]
  }

  private func names(in url: URL? = nil) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: (url ?? folder.url).path).sorted()
  }

  private func data(_ count: Int, _ byte: UInt8) -> Data { Data(repeating: byte, count: count) }

  @Test func `what is known of a storage is forgotten with its last user`() {
    let identity = StorageIdentity(folder.url.path)
    func isKnown() -> Bool { StorageAccess.all.withLock { $0[identity] != nil } }
    var users: [StorageAccess] = [.to(identity), .to(identity)]
    #expect(users[0] === users[1])
    users.removeLast()
    #expect(isKnown())
    users = []
    #expect(!isKnown())
  }

  private func mode(_ url: URL) -> mode_t {
    var status = stat()
    return stat(url.path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test func `a new file and a backup are their owner's, and permissions stay`() async throws {
    let backup = folder["b.json"]
    try data(3, 1).write(to: url)
    #expect(chmod(url.path, 0o600) == 0)
    let stored = StoredValue(in: .file(url), initial: 0).loaded()
    try await makeStore(1).persist(to: stored.replacingUnreadable(backup: .file(backup))).flush()
    #expect(try FileStorage(backup).read() == data(3, 1))
    #expect(mode(url) == 0o600 && mode(backup) == 0o600)
    #expect(chmod(url.path, 0o666) == 0)
    try FileStorage(url).write(data(2, 2))
    #expect(mode(url) == 0o666)
  }

  #if os(Linux)
    @Test func `a file keeps its extended attributes`() async throws {
      try FileStorage(url).write(data(1, 1))
      // Foundation doesn't import these functions. Their types are those of <sys/xattr.h>.
      typealias Write =
        @convention(c) (
          UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32
        ) -> Int32
      typealias Read =
        @convention(c) (
          UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int
        ) -> Int
      guard let program = dlopen(nil, RTLD_NOW), let write = dlsym(program, "setxattr"),
        let read = dlsym(program, "getxattr")
      else { return }
      // Some file systems have none.
      guard unsafeBitCast(write, to: Write.self)(url.path, "user.mark", "abc", 3, 0) == 0
      else { return }
      try FileStorage(url).write(data(2, 2))
      #expect(unsafeBitCast(read, to: Read.self)(url.path, "user.mark", nil, 0) == 3)
    }
  #endif

  @Test(arguments: ["x", "日", "é"]) func `a name as long as the system admits is saved`(
    letter: String
  ) async throws {
    let name = String(repeating: letter, count: 255 / letter.utf8.count)
    let file = FileStorage(folder[name])
    for size in [1, 2, 200_000, 0] {
      try file.write(data(size, 7))
      #expect(try file.read() == data(size, 7))
      #expect(try names() == [name])
    }
  }

  @Test func `a symbolic link stays, and its file is replaced`() async throws {
    let link = folder["link.json"]
    let inner = folder["inner"]
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    #expect(symlink("inner/second.json", link.path) == 0)
    #expect(symlink("target.json", inner.appendingPathComponent("second.json").path) == 0)
    let file = FileStorage(link)
    #expect(try file.read() == nil)
    try file.write(data(3, 3))
    try file.write(data(4, 4))
    #expect(try file.read() == data(4, 4))
    #expect(try names() == ["inner", "link.json"])
    #expect(try names(in: inner) == ["second.json", "target.json"])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "inner/second.json")
  }

  @Test(arguments: [true, false])
  func `a link to itself, or that isn't followed to its end, isn't replaced`(isLoop: Bool) throws {
    for number in 0..<35 {
      #expect(symlink("\(isLoop ? number : number + 1)", folder["\(number)"].path) == 0)
    }
    try data(3, 1).write(to: folder["35"])
    let before = try names()
    #expect(throws: SystemError.self) { try FileStorage(folder["0"]).write(data(1, 1)) }
    for number in 0..<35 {
      #expect(
        try FileManager.default.destinationOfSymbolicLink(
          atPath: folder["\(number)"].path) == "\(isLoop ? number : number + 1)")
    }
    #expect(try FileStorage(folder["35"]).read() == data(3, 1))
    #expect(try names() == before)
  }

  @Test func `a write that ends at any step leaves the old or the new contents`() async throws {
    let (old, new) = (data(100, 1), data(3 * FileStorage.chunkSize - 5, 2))
    var steps: [FileStorage.Step] = [.create]
    steps += (0..<3).map { .write($0 * FileStorage.chunkSize) }
    steps += [.keepPermissions, .synchronizeFile, .rename, .synchronizeFolder]
    for step in steps {
      for isKilled in [true, false] {
        let folder = try TemporaryFolder()
        let url = folder["a.json"]
        try FileStorage(url).write(old)
        let seen = Recorder<FileStorage.Step>()
        let file = FileStorage(url) { reached in
          seen.record(reached)
          if reached == step {
            throw isKilled ? FileStorage.Interruption() : DiskFull() as any Error
          }
        }
        #expect(throws: (any Error).self, performing: { try file.write(new) })
        #expect(seen.values == Array(steps[...(steps.firstIndex(of: step) ?? 0)]))
        // A read removes the leftovers of a process that was killed.
        if !isKilled { #expect(try names(in: folder.url) == ["a.json"]) }
        #expect(try FileStorage(url).read() == (step == .synchronizeFolder ? new : old))
        try FileStorage(url).write(new)
        #expect(try FileStorage(url).read() == new)
      }
    }
  }

  @Test func `a save locks the folder for other processes`() throws {
    let file = FileStorage(url)
    for isLocked in [true, false] {
      let other = open(folder.url.path, O_RDONLY | O_CLOEXEC)
      defer { close(other) }
      let lock = { #expect((flock(other, LOCK_EX | LOCK_NB) != 0) == isLocked) }
      if isLocked { try file.exclusively(lock) } else { lock() }
    }
  }

  @Test func `the leftovers of ended processes are removed, and no others`() async throws {
    let leftover = try TemporaryFile(for: url.path)
    let running = try TemporaryFile(for: url.path)
    let other = try TemporaryFile(for: folder["b.json"].path)
    defer { running.close() }
    for ended in [leftover, other] { ended.close() }
    try FileStorage(url).write(data(1, 1))
    _ = try FileStorage(url).read()
    let kept = [running, other].map { ($0.path as NSString).lastPathComponent }
    #expect(try names() == (kept + ["a.json"]).sorted())
  }

  @Test func `a full disk is reported and the file stays`() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    #expect(symlink("/dev/full", url.path) == 0)
    let error = #expect(throws: SystemError.self) { try FileStorage(url).write(data(1, 1)) }
    #expect(error.map { "\($0)" } == "No space left on device")
    #expect(try names() == ["a.json"])
    var status = stat()
    #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func `a folder that is missing or a file is reported`() async throws {
    try data(1, 1).write(to: folder["file"])
    for (path, words) in [
      ("missing/a.json", "can't be written: No such file or directory."),
      ("file/a.json", "can't be read: Not a directory."),
    ] {
      let url = folder[path]
      let saving = makeStore(1).persist(to: StoredValue(in: .file(url), initial: 0).loaded())
      #expect(await saving.failure() == "\(url.path) \(words)")
    }
    // A folder in the place of the file.
    #expect(
      StoredValue(in: .file(folder.url), initial: Settings()).load().outcome.description
        == "failed: \(folder.url.path) can't be read: Is a directory.")
  }

  @Test func `damage anywhere is no crash, and the file is never overwritten`() async throws {
    let file = FileStorage(url)
    let stored = StoredValue(in: file, initial: Settings(volume: 1, error: "no \u{1F600}"))
    let intact = try SavedCoding.encode(
      SavedCoding.Envelope(value: Settings(volume: 3, error: "é"), version: 1))
    var failed = 0
    for position in intact.indices {
      for replacement: UInt8? in [nil, 0, 0x22, 0x39, 0x7B, 0xFF] {
        var damaged = intact[..<position]
        if let replacement {
          damaged.append(replacement)
          damaged += intact[(position + 1)...]
        }
        try Data(damaged).write(to: url)
        guard case .failed(let error) = stored.load().outcome else { continue }
        failed += 1
        #expect(error.storage == url.path)
        guard failed.isMultiple(of: 5) else { continue }
        let session = Session(stored)
        #expect(await session.failure { $0.volume = 77 } == error.description)
        await session.saving.discard()
        #expect(try file.read() == Data(damaged))
      }
    }
    #expect(failed > 200)
  }

  @Test func `many stores that write one file leave one of their values`() async throws {
    await onThreads(4) { thread in
      for round in 0..<50 {
        try? FileStorage(url).write(Data(repeating: UInt8(thread), count: 1000 + round))
      }
    }
    let data = try #require(try FileStorage(url).read())
    #expect(Set(data).count == 1)
    #expect(try names() == ["a.json"])
  }

  @Test func `Contract 42: a path that leads elsewhere after the load isn't written`() async throws
  {
    let (one, other, link) = (folder["one"], folder["other"], folder["link"])
    for (file, number) in [(one, 1), (other, 2)] {
      try Data(#"{"value":[\#(number)],"version":1}"#.utf8).write(to: file)
    }
    #expect(symlink(one.path, link.path) == 0)
    let stored = StoredValue(in: .file(link), initial: [Int]())
    let store = makeStore(stored.load().value)
    #expect(unlink(link.path) == 0 && symlink(other.path, link.path) == 0)
    let saving = store.persist(to: stored)
    store.edit { $0 = [1, 3] }
    let words = "has contents that were not loaded before `persist`, and is left as it is."
    #expect(await saving.failure()?.hasSuffix(words) == true)
    #expect(numbers(in: FileStorage(other)) == [2])
  }

  // MARK: Identity

  @Test func `a file has one identity in every spelling`() async throws {
    let inner = folder["inner"]
    let link = folder["link.json"]
    let other = folder.url.deletingLastPathComponent().appendingPathComponent("\(UUID())")
    #expect(symlink(folder.url.path, other.path) == 0 && symlink("a.json", link.path) == 0)
    defer { try? FileManager.default.removeItem(at: other) }
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    let expected = FileStorage(url).identity
    for spelling in [
      "\(folder.url.path)/./a.json", "\(folder.url.path)//a.json", "\(inner.path)/../a.json",
      link.path,
      "\(other.path)/a.json", "\(other.path)/link.json",
    ] {
      #expect(FileStorage(URL(fileURLWithPath: spelling)).identity == expected)
    }
    #expect(FileStorage(folder["b.json"]).identity != expected)
    let missing = FileStorage(inner.appendingPathComponent("new/b.json"))
    let before = missing.identity
    try FileManager.default.createDirectory(
      at: inner.appendingPathComponent("new"), withIntermediateDirectories: false)
    #expect(missing.identity == before)
  }

  @Test func `a structure is identified by its parts`() {
    final class Database: Sendable {}
    struct Cell<Part: Sendable>: ValueStorage {
      let part: Part
      var name = "a"
      var fallback: MemoryStorage?
      func read() throws -> Data? { nil }
      func write(_ data: Data) throws {}
    }
    let (one, two) = (Database(), Database())
    #expect(Cell(part: one).identity != nil)
    #expect(Cell(part: one).identity == Cell(part: one).identity)
    #expect(Cell(part: one).identity != Cell(part: one, name: "b").identity)
    #expect(Cell(part: one).identity != Cell(part: two).identity)
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("a.json")
    #expect(Cell(part: FileStorage(url)).identity != nil)
    #expect(Cell<@Sendable () -> Void>(part: {}).identity == nil)
    let (first, second) = (MemoryStorage(), MemoryStorage())
    #expect(first.identity == first.identity && first.identity != second.identity)
  }

  @Test func `Contract 42: a pipe in the place of a temporary file isn't waited for`() throws {
    let interrupted = FileStorage(url) { if $0 == .rename { throw FileStorage.Interruption() } }
    #expect(throws: FileStorage.Interruption.self) { try interrupted.write(Data()) }
    let path = folder[try #require(names().first)].path
    #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
    #expect(try FileStorage(url).read() == nil)
  }

  #if !canImport(Darwin)
    @Test func `Contract 42: names with different bytes are different files`() async throws {
      let sessions = ["caf\u{e9}", "cafe\u{301}"].map { name in
        Session(StoredValue(in: .file(folder[name]), initial: [Int]()))
      }
      for number in 1...2 {
        for session in sessions {
          try await session.save { $0.append(number) }
          #expect(session.store.state.count == number)
        }
      }
    }
  #endif

  @Test func `Contract 42: texts with different bytes are different storages`() {
    struct Named: ValueStorage {
      let key: String
      func read() -> Data? { nil }
      func write(_: Data) {}
    }
    let (one, other) = ("caf\u{e9}", "cafe\u{301}")
    #expect(StorageIdentity(one) == StorageIdentity(one))
    #expect(StorageIdentity(one) != StorageIdentity(other))
    #expect(Named(key: one).identity == Named(key: one).identity)
    #expect(Named(key: one).identity != Named(key: other).identity)
  }
}
