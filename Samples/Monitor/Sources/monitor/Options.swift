// SPDX-License-Identifier: MIT

/// What the command line asks for.
struct Options: Equatable {
  /// The command line asks for something that there is not.
  struct Mistake: Error, Equatable {
    var text: String
  }

  static let help = """
    Usage: monitor [--once | --frames N] [--settings FILE] [--log FILE]
      --once           print one frame, and end
      --frames N       print N frames at the interval of the settings, and end
      --settings FILE  keep the settings in FILE instead of
                       $XDG_CONFIG_HOME/runnel-monitor/settings.json
      --log FILE       append a line to FILE for each action, and for what it has changed
      --help           print this, and end
    Without --once and --frames, the terminal shows the processes as they go on:
      up down j k      select a process     page up, page down, g and G go further
      s  r             sort by the next column, reverse the order
      /                filter: type, then Enter to keep it or Esc to clear it
      u  U             undo and redo the last filter
      p                pause and resume
      +  -  t          longer and shorter interval, next theme
      q                quit

    """

  /// How many frames to print. None if the terminal is to be used.
  var frames: Int?
  var settings: String?
  var log: String?
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

  /// Where the settings are kept.
  func settingsPath(_ environment: [String: String]) -> String {
    if let settings { return settings }
    // By the specification of these folders, a path that does not begin at the root is to be ignored.
    let folder =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? "\(environment["HOME"] ?? ".")/.config"
    return "\(folder)/runnel-monitor/settings.json"
  }
}
