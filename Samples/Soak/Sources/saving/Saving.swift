// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Runnel
import RunnelPersistence

/// What the processes count in one file: the edits of each.
typealias Counts = [String: Int]

/// Starts pairs of writers, kills them at random, and compares the file with what they have saved.
@main
struct Saving: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Kills processes that save to one file, and checks that no completed save is lost.",
    subcommands: [Writer.self])

  @Option(help: "The number of times that a pair of processes is killed.")
  var rounds = 1_000

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("counts.json")
    var (saved, saves) = (Counts(), 0)
    func check(_ holds: Bool, _ fault: String) throws {
      if holds { return }
      print("FAILED after \(saves) saves: \(fault)")
      throw ExitCode.failure
    }
    for _ in 0..<rounds {
      let writers = try ["a", "b"].map { name in
        (name: name, try start([name, file.path, "\(saved[name] ?? 0)"]))
      }
      for (name, (process, output)) in writers.shuffled() {
        let lines = kill(process, after: Int.random(in: 1...40), output)
        let counts = lines.compactMap { Int($0) }
        saves += counts.count
        saved[name] = counts.last ?? saved[name]
        let fault = lines.first { $0.hasPrefix("FAILED") }
        try check(fault == nil, fault ?? "")
      }
      let counts = StoredValue(in: .file(file), initial: Counts()).load().value
      for (name, count) in saved {
        try check(counts[name] ?? 0 >= count, "\(name) has saved \(count), the file has \(counts)")
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    try check(files.count <= 1, "temporary files remain: \(files)")
    print("holds: \(rounds) rounds, \(saves) saves, files: \(files)")
  }

  private func start(_ arguments: [String]) throws -> (Process, FileHandle) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["writer"] + arguments
    process.standardOutput = output
    try process.run()
    return (process, output.fileHandleForReading)
  }

  /// Kills the process after it has printed a number of lines, and returns all that are complete.
  private func kill(_ process: Process, after count: Int, _ output: FileHandle) -> [String] {
    var (text, isKilled) = (Data(), false)
    while case let data = output.availableData, !data.isEmpty {
      text += data
      if !isKilled, text.count(where: { $0 == UInt8(ascii: "\n") }) >= count {
        isKilled = Foundation.kill(process.processIdentifier, SIGKILL) == 0
      }
    }
    process.waitUntilExit()
    // What follows the last line break is a line that the kill has cut.
    return String(decoding: text, as: UTF8.self).components(separatedBy: "\n").dropLast()
  }
}

/// Saves counts in sessions that follow each other, until it is killed.
///
/// It prints the count of each save that was completed, and the sessions in between.
struct Writer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(shouldDisplay: false)

  @Argument var name: String
  @Argument var file: String
  @Argument var saved: Int

  private struct Edit: Action { let name: String }

  private static let reducer = Reducer<Counts>.updating(Edit.self) { $0[$1.name, default: 0] += 1 }

  func run() async throws {
    // A write beyond the limit of the file size fails, as on a full disk.
    signal(SIGXFSZ, SIG_IGN)
    func describe() -> StoredValue<Counts> {
      StoredValue(in: .file(URL(fileURLWithPath: file)), initial: [:])
    }
    let shared = describe()
    var last = saved
    for _ in 0..<1_000 {
      let stored = Bool.random() ? shared : describe()
      let loaded = stored.load()
      let count = loaded.value[name] ?? 0
      if count < last { return report("FAILED: \(name) has saved \(last), and loads \(loaded)") }
      report("session")
      last = await session(stored, loaded.value) ?? count
    }
  }

  /// Returns the count of the last completed save, if there was one.
  private func session(_ stored: StoredValue<Counts>, _ counts: Counts) async -> Int? {
    var last: Int?
    var store: Store<Counts>? = Store(state: counts, reducer: Writer.reducer, onError: { _ in })
    var saving = store?.persist(to: stored, delay: .microseconds(Int.random(in: 0...2_000)))
    for _ in 0..<Int.random(in: 1...5) {
      setDiskIsFull(Int.random(in: 0..<5) == 0)
      store?.dispatch(Edit(name: name))
      if Bool.random() { continue }
      await store?.settled()
      let count = store?.state[name] ?? 0
      do {
        try await saving?.flush()
        report("\(count)")
        last = count
      } catch {}
    }
    setDiskIsFull(false)
    switch Int.random(in: 0..<4) {
    case 0: await saving?.discard()
    case 1: saving?.dispose()
    case 2: store = nil
    default: (store, saving) = (nil, nil)
    }
    return last
  }

  private func setDiskIsFull(_ isFull: Bool) {
    #if canImport(Glibc)
      let size = Int32(RLIMIT_FSIZE.rawValue)
    #else
      let size = RLIMIT_FSIZE
    #endif
    var limit = rlimit()
    getrlimit(size, &limit)
    limit.rlim_cur = isFull ? 0 : limit.rlim_max
    setrlimit(size, &limit)
  }

  private func report(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
