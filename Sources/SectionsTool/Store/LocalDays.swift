import Foundation

/// The names of days in a time zone, for lists whose sections are days. Names are in the order of their days.
struct LocalDays {
  private let calendar: Calendar

  /// The dates from the year 100 to 9900, in seconds from 2001 on. A damaged row may have any number.
  private static let known = -59_900_000_000.0...249_000_000_000.0

  init(_ timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// Returns the name of a date's day, `2019-12-31`; that of the date itself where no calendar goes so far.
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
