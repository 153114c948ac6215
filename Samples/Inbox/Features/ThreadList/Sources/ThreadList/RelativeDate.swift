// SPDX-License-Identifier: MIT

/// A time as short text, relative to another one.
///
/// The current time is a parameter, so the text depends on nothing else.
public struct RelativeDate: Equatable, Sendable {
  /// The time, in milliseconds since 1970.
  public var date: Int64
  /// The current time, in milliseconds since 1970.
  public var now: Int64

  /// Creates a time relative to `now`.
  public init(_ date: Int64, now: Int64) {
    self.date = date
    self.now = now
  }

  /// The text: "now", "5 min", "3 h", "6 d", or the day in UTC, such as "2024-03-12".
  public var text: String {
    switch (now - date) / 1_000 {
    case ..<60: "now"
    case let age where age < 3_600: "\(age / 60) min"
    case let age where age < 86_400: "\(age / 3_600) h"
    case let age where age < 7 * 86_400: "\(age / 86_400) d"
    default: day
    }
  }

  /// The day of the Gregorian calendar, counted in eras of 400 years that begin in March.
  private var day: String {
    let seconds = date / 1_000 - (date % 1_000 < 0 ? 1 : 0)
    let days = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let civilMonth = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
    let civilDay = dayOfYear - (153 * month + 2) / 5 + 1
    return "\(year)-\(Self.twoDigits(civilMonth))-\(Self.twoDigits(civilDay))"
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
