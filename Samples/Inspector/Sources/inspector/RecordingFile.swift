// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import RunnelInsight

struct RecordingFile: ParsableArguments {
  @Argument(help: "The file with the recording.", completion: .file(extensions: ["ndjson"]))
  var file: String

  /// Reads the recording.
  ///
  /// Throws an error with the line and the reason if the file isn't a recording.
  func session() throws -> Session {
    do { return try Session(contentsOf: URL(fileURLWithPath: file)) } catch {
      throw Failure("\(file): \(error)")
    }
  }

  /// Reports damaged lines, which the output lacks, and throws if there are any.
  func reportDamage(of session: Session) throws {
    let damaged = session.report.findings.filter { $0.grade == .impossible }
    guard !damaged.isEmpty else { return }
    for finding in damaged.prefix(10) {
      complain("\(file): line \(finding.line): \(finding.reason)")
    }
    let rest = session.report.count(of: .impossible) - 10
    if rest > 0 { complain("\(file): and \(rest) more damaged lines") }
    throw ExitCode.failure
  }
}

struct Output: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "The file to write, or - for standard output. By default it is beside the recording.",
    completion: .file())
  var path: String?

  /// Writes the data, and prints the name of the file.
  func write(_ data: Data, beside file: String, as fileExtension: String) throws {
    let target =
      path
      ?? URL(fileURLWithPath: file).deletingPathExtension().path + ".\(fileExtension)"
    if target == "-" { return try FileHandle.standardOutput.write(contentsOf: data) }
    do { try data.write(to: URL(fileURLWithPath: target)) } catch {
      throw Failure("\(target) can't be written: \(error.localizedDescription)")
    }
    print(printable(target))
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = printable(description) }
}

func complain(_ line: String) {
  // Nobody may read it any more.
  try? FileHandle.standardError.write(contentsOf: Data("\(printable(line))\n".utf8))
}

/// Returns a text without characters that control a terminal or change the direction of text.
///
/// A recording can come from anywhere, and must not write to the terminal what isn't shown.
func printable(_ text: String) -> String {
  let isPlain = text.unicodeScalars.allSatisfy { !mustBeEscaped($0) }
  if isPlain { return text }
  return String(
    text.unicodeScalars.map { scalar in
      mustBeEscaped(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined())
}

/// Returns whether a character controls a terminal, changes the direction of text, or isn't seen.
func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
    scalar != "\n"
  default: false
  }
}
