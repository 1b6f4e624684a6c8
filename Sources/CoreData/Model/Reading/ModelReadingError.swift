import Foundation

/// The reason why a model could not be read, in words that name the file and the element.
package struct ModelReadingError: Error, LocalizedError, CustomStringConvertible {
  /// The reason, without the file.
  package let reason: String
  /// The file, when there is one.
  package var url: URL?

  package var description: String {
    if let url { "\(url.path): \(reason)" } else { reason }
  }

  package var errorDescription: String? { description }

  init(_ reason: String, url: URL? = nil) {
    self.reason = reason
    self.url = url
  }
}
