// SPDX-License-Identifier: MIT

import Foundation

struct Options: Equatable {
  /// An unknown option, or an invalid value of an option.
  struct Mistake: Error, Equatable { var text: String }

  static let help = """
    Usage: monitor [--once | --frames N] [--settings FILE] [--log FILE]
                   [--record FILE] [--inspect ADDRESS]
           monitor --replay FILE
      --once           print one frame and exit
      --frames N       print N frames at the interval of the settings and exit
      --settings FILE  store the settings in FILE instead of
                       $XDG_CONFIG_HOME/runnel-monitor/settings.json
      --log FILE       append a line to FILE for each action and for each change
      --record FILE    record all actions and states to FILE
      --inspect ADDRESS
                       show the store live in the inspector with this ADDRESS
      --replay FILE    replay a recording, compare the states, and exit
      --help           print this and exit
    Without --once and --frames, the terminal shows the processes live:
      up down j k      select a process     page up, page down, g and G go further
      s  r             sort by the next column, reverse the order
      /                filter: type, then Enter to apply or Esc to clear
      u  U             undo and redo the last filter
      p                pause and resume
      +  -  t          longer or shorter interval, next theme
      q                quit

    """

  /// The number of frames to print, or `nil` to use the terminal.
  var frames: Int?
  var settings: String?
  var log: String?
  var record: String?
  /// The address of the inspector that shows the store.
  var inspector: URL?
  var replay: String?
  var wantsHelp = false

  init(_ arguments: some Sequence<String>) throws(Mistake) {
    var words = arguments.makeIterator()
    while let option = words.next() {
      switch option {
      case "--help", "-h": wantsHelp = true
      case "--once": frames = 1
      case "--frames":
        guard let word = words.next(), let number = Int(word), number > 0 else {
          throw Mistake(text: "--frames needs a number, from 1")
        }
        frames = number
      case "--settings": settings = try Self.file(words.next(), for: option)
      case "--log": log = try Self.file(words.next(), for: option)
      case "--record": record = try Self.file(words.next(), for: option)
      case "--replay": replay = try Self.file(words.next(), for: option)
      case "--inspect":
        guard let url = words.next().flatMap(URL.init(string:)) else {
          throw Mistake(text: "--inspect needs an ADDRESS")
        }
        inspector = url
      default: throw Mistake(text: "\(option.debugDescription) is unknown")
      }
    }
  }

  private static func file(_ word: String?, for option: String) throws(Mistake) -> String {
    guard let word, !word.isEmpty, !word.hasPrefix("--") else {
      throw Mistake(text: "\(option) needs a FILE")
    }
    return word
  }

  func settingsPath(_ environment: [String: String]) -> String {
    if let settings { return settings }
    // The XDG Base Directory Specification requires that relative paths are ignored.
    let folder =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? "\(environment["HOME"] ?? ".")/.config"
    return "\(folder)/runnel-monitor/settings.json"
  }
}
