// SPDX-License-Identifier: MIT

/// The times at which changes are saved: after a pause, or during an endless stream of changes.
///
/// Time passes in windows, each as long as the delay. A window without a further change ends with a
/// save. So does the last of a series of windows.
struct SaveSchedule {
  enum Step {
    case wait
    case save
  }

  /// The number of windows after which changes are saved even if they never pause.
  static let windowLimit = 10

  /// The number of windows since the first unsaved change, or zero if nothing is scheduled.
  private var window = 0
  private var hasFurtherChanges = false

  /// Records a change, and returns whether it begins the first window.
  mutating func change() -> Bool {
    if window > 0 {
      hasFurtherChanges = true
      return false
    }
    window = 1
    return true
  }

  /// Ends a window.
  mutating func endWindow() -> Step {
    guard window > 0 else { return .save }
    if hasFurtherChanges, window < SaveSchedule.windowLimit {
      window += 1
      hasFurtherChanges = false
      return .wait
    }
    self = SaveSchedule()
    return .save
  }

  /// Ends all windows, because the value is saved.
  mutating func reset() {
    self = SaveSchedule()
  }
}
