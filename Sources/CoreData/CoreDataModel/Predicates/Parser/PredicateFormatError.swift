import Foundation

/// The reason why a format string is invalid: the position and what was expected there.
package struct PredicateFormatError: LocalizedError, CustomStringConvertible, Sendable {
  /// The whole format.
  package let format: String
  /// The position of the mistake as a character offset. If something is missing at the end, it is the length of the
  /// format.
  package let position: Int
  /// A description of what was expected, or of the mistake.
  package let expectation: String

  /// - Parameter offset: the position as a UTF-8 offset.
  init(format: String, offset: Int, expectation: String) {
    self.format = format
    let place = format.utf8.index(format.startIndex, offsetBy: min(offset, format.utf8.count))
    position = format[..<place].count
    self.expectation = expectation
  }

  package var description: String {
    "The predicate format cannot be read at character \(position + 1): \(expectation). The format is: \(excerpt)"
  }

  /// The format; if it is long, the part around the position.
  private var excerpt: String {
    guard format.count > 500 else { return format }
    let around = format.dropFirst(max(0, position - 100)).prefix(200)
    return (position > 100 ? "…" : "") + around + (around.endIndex < format.endIndex ? "…" : "")
  }

  package var errorDescription: String? { description }
}
