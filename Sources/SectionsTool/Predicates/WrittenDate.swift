import Foundation

/// A date as a person writes it in a predicate: ISO 8601, as lists print it, or shorter.
enum WrittenDate {
  /// The date of a text: a day alone, which is its first moment, or with a time, which may lack seconds and zone.
  ///
  /// - Returns: nil where the whole text is no such date. Without a zone it is UTC.
  static func date(_ text: String) -> Date? {
    let form = /(\d{4,}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?([Zz]|[+\-]\d\d(?::?\d\d){0,2})?)?/
    guard let parts = text.wholeMatch(of: form)?.output else { return nil }
    let time = parts.2.map { "\($0)\(parts.3 ?? ":00")" } ?? "00:00:00"
    return AttributeValue.date("\(parts.1)T\(time)\(parts.4?.uppercased() ?? "Z")")
  }
}
