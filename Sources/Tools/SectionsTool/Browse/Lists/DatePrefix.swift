import Foundation

/// The range of dates whose text begins with a prefix: `2019-1` gives October to December 2019.
struct DatePrefix {
  let start: Date
  /// The end of the range, which does not belong to it.
  let end: Date

  private static let parts: [(component: Calendar.Component, digits: Int, least: Int, greatest: Int)] = [
    (.year, 4, 1, 9999), (.month, 2, 1, 12), (.day, 2, 1, 31), (.hour, 2, 0, 23), (.minute, 2, 0, 59),
    (.second, 2, 0, 59),
  ]

  /// - Returns: nil if no date's text begins with `text`. Dates are written in UTC; `text` may have a space instead of
  ///   `T`.
  init?(beginningWith text: String) {
    let form =
      #/
      ([0-9]{1,4})(?:-([0-9]{0,2}))?(?:-([0-9]{0,2}))?
      (?:[Tt\x20]([0-9]{0,2}))?(?::([0-9]{0,2}))?(?::([0-9]{0,2}))?(\.[0-9]{0,3}[Zz]?)?
      /#
    guard let found = text.wholeMatch(of: form)?.output else { return nil }
    let texts = [found.1, found.2, found.3, found.4, found.5, found.6].map { $0.map(String.init) }
    let given = Array(texts.prefix { $0 != nil }.compactMap { $0 })
    // No part may be missing before another part, and each part except the last has all its digits.
    guard texts.dropFirst(given.count).allSatisfy({ $0 == nil }), found.7 == nil || given.count == Self.parts.count,
      zip(given, Self.parts).dropLast().allSatisfy({ $0.count == $1.digits })
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var (first, last) = (DateComponents(), DateComponents())
    for (index, part) in Self.parts.enumerated() {
      let written = index < given.count ? given[index] : ""
      guard let range = Self.range(of: written, part.digits, part.least...part.greatest) else { return nil }
      first.setValue(range.lowerBound, for: part.component)
      // The parts that are not written have their least values. `end` is one unit of the last written part after
      // `last`.
      if index < given.count { last.setValue(range.upperBound, for: part.component) }
    }
    let unit = Self.parts[given.count - 1].component
    if unit == .day { Self.cut(&last, calendar) }
    guard let start = calendar.date(from: first), let final = calendar.date(from: last),
      let end = calendar.date(byAdding: unit, value: 1, to: final), start < end
    else { return nil }
    let fraction = (found.7 ?? "").filter(\.isNumber)
    guard !fraction.isEmpty, let seconds = Double("0." + fraction) else {
      (self.start, self.end) = (start, end)
      return
    }
    self.start = start.addingTimeInterval(seconds)
    self.end = self.start.addingTimeInterval(pow(10, -Double(fraction.count)))
  }

  /// Returns the values of a date's part whose text begins with the given digits.
  private static func range(of text: String, _ digits: Int, _ values: ClosedRange<Int>) -> ClosedRange<Int>? {
    func filled(_ digit: Character) -> Int { Int(text + String(repeating: digit, count: digits - text.count)) ?? 0 }
    let (least, greatest) = (max(filled("0"), values.lowerBound), min(filled("9"), values.upperBound))
    return least <= greatest ? least...greatest : nil
  }

  /// Replaces a day that the month does not have by the month's last day.
  private static func cut(_ components: inout DateComponents, _ calendar: Calendar) {
    var month = components
    month.day = 1
    let days = calendar.date(from: month).flatMap { calendar.range(of: .day, in: .month, for: $0) }
    if let days, let day = components.day { components.day = min(day, days.count) }
  }
}
