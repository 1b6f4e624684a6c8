import Foundation

/// The reason why a model could not be read, in words that name the file and the element.
package struct ModelReadingError: Error, LocalizedError, CustomStringConvertible {
  /// The reason, without the file; several in a row.
  package var reason: String { reasons.joined(separator: "; ") }
  /// Each reason by itself.
  let reasons: [String]
  /// The file, when there is one.
  package var url: URL?

  /// The greatest number of reasons that are kept: a damaged file may have very many.
  static let limit = 100

  package var description: String {
    if let url { "\(url.path): \(reason)" } else { reason }
  }

  package var errorDescription: String? { description }

  init(_ reason: String, url: URL? = nil) { self.init([reason], url: url) }

  /// - Parameter reasons: at least one. Those past the limit are left out.
  init(_ reasons: [String], url: URL? = nil) {
    self.reasons = Array(reasons.prefix(Self.limit))
    self.url = url
  }
}
