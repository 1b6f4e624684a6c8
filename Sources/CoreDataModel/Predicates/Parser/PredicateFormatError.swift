import Foundation

/// The reason why a format string is no predicate: what was expected, and where.
package struct PredicateFormatError: LocalizedError, CustomStringConvertible, Sendable {
  /// The whole format.
  package let format: String
  /// The place of the mistake, in characters from 0. The length of the format when something is missing at its end.
  package let position: Int
  /// A description of what would have been right, or of what is wrong.
  package let expectation: String

  /// - Parameter offset: the place of the mistake, in UTF-8 bytes.
  init(format: String, offset: Int, expectation: String) {
    self.format = format
    let place = format.utf8.index(format.startIndex, offsetBy: min(offset, format.utf8.count))
    position = format[..<place].count
    self.expectation = expectation
  }

  package var description: String {
    "The predicate format cannot be read at character \(position + 1): \(expectation). The format is: \(excerpt)"
  }

  /// The format, or the text around the place in a long one.
  private var excerpt: String {
    guard format.count > 500 else { return format }
    let around = format.dropFirst(max(0, position - 100)).prefix(200)
    return (position > 100 ? "…" : "") + around + (around.endIndex < format.endIndex ? "…" : "")
  }

  package var errorDescription: String? { description }
}
