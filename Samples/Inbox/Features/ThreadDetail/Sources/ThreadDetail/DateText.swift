// SPDX-License-Identifier: MIT

extension ThreadDetailFeature {
  /// Returns a date relative to the current time, such as "5 min ago".
  ///
  /// A date in the future is "just now", because the clocks of two computers differ. A date of a
  /// week ago or earlier is a date of the UTC calendar, such as "2026-03-14".
  ///
  /// - Parameters:
  ///   - date: The date, in milliseconds since 1970.
  ///   - now: The current time, in milliseconds since 1970.
  /// - Returns: The date as text.
  public static func dateText(_ date: Int64, now: Int64) -> String {
    let difference = now.subtractingReportingOverflow(date)
    let minutes = difference.partialValue / 60_000
    if now < date { return "just now" }
    if difference.overflow { return calendarDate(date) }
    switch minutes {
    case 0: return "just now"
    case ..<60: return "\(minutes) min ago"
    case ..<1_440: return "\(minutes / 60) h ago"
    case ..<10_080: return minutes < 2_880 ? "1 day ago" : "\(minutes / 1_440) days ago"
    default: return calendarDate(date)
    }
  }

  /// Returns the day of a date in the proleptic Gregorian calendar.
  ///
  /// The calculation counts days in eras of 400 years that begin in March. So a leap day is the
  /// last day of a year.
  private static func calendarDate(_ date: Int64) -> String {
    func floored(_ value: Int64, _ divisor: Int64) -> Int64 {
      value / divisor - (value % divisor < 0 ? 1 : 0)
    }
    let days = floored(date, 86_400_000) + 719_468
    let era = floored(days, 146_097)
    let day = days - era * 146_097
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let civilMonth = month < 10 ? month + 3 : month - 9
    let civilYear = era * 400 + year + (civilMonth <= 2 ? 1 : 0)
    func padded(_ number: Int64, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return "\(padded(civilYear, 4))-\(padded(civilMonth, 2))-\(padded(dayOfMonth, 2))"
  }
}
