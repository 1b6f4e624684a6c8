import Foundation

/// The reason why a model could not be read, as text that names the file and the element.
package struct ModelReadingError: Error, LocalizedError, CustomStringConvertible {
  /// All reasons as one text, without the file.
  package var reason: String { reasons.joined(separator: "; ") }
  /// The separate reasons.
  let reasons: [String]
  /// The file, if the model was read from one.
  package var url: URL?

  /// The greatest number of reasons that are kept, because a damaged file may have very many.
  static let limit = 100

  package var description: String {
    if let url { "\(url.path): \(reason)" } else { reason }
  }

  package var errorDescription: String? { description }

  init(_ reason: String, url: URL? = nil) { self.init([reason], url: url) }

  /// - Parameter reasons: one or more reasons. Reasons beyond the limit are dropped.
  init(_ reasons: [String], url: URL? = nil) {
    self.reasons = Array(reasons.prefix(Self.limit))
    self.url = url
  }
}
