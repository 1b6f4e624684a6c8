import Foundation

/// The names of days in a time zone, for lists whose sections are days. Sorting the names sorts the days.
struct LocalDays {
  private let calendar: Calendar

  /// The dates from year 100 to 9900, in seconds since 2001. A damaged row may contain any number.
  private static let known = -59_900_000_000.0...249_000_000_000.0

  init(_ timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// Returns the name of a date's day, as `2019-12-31`; for a date outside the known range, the text of the date
  /// itself.
  func name(of date: Date) -> String {
    guard Self.known.contains(date.timeIntervalSinceReferenceDate) else { return ValueText.text(of: date) }
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    let numbers = [(parts.year, 4), (parts.month, 2), (parts.day, 2)].map { number, digits in
      let text = String(number ?? 0)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    return numbers.joined(separator: "-")
  }
}
