import Foundation

/// A prepared test of strings against one pattern.
package final class TextTest: Sendable {
  private enum Method: Sendable {
    case prefix(ContiguousArray<UInt8>)
    case suffix(ContiguousArray<UInt8>)
    case part(ContiguousArray<UInt8>)
    case like(LikePattern)
    case expression(NSRegularExpression)
  }

  private let method: Method
  private let options: StringOptions

  /// - Throws: the error of `NSRegularExpression` if the pattern of `MATCHES` is invalid.
  package init(_ relation: TextRelation, _ pattern: String, _ options: StringOptions) throws {
    self.options = options.folding
    let folded = pattern.folded(options)
    switch relation {
    case .beginsWith: method = .prefix(ContiguousArray(folded.utf8))
    case .endsWith: method = .suffix(ContiguousArray(folded.utf8))
    case .contains: method = .part(ContiguousArray(folded.utf8))
    case .like: method = .like(LikePattern(folded))
    case .matches:
      // Remove only diacritics from a regular expression, because changing its case would change escapes (`\S` to
      // `\s`).
      let source = pattern.folded(self.options.subtracting(.caseInsensitive))
      // Check the pattern alone first. Inside the added parentheses, an invalid `a)|(b` would be valid and mean
      // something else.
      if !source.isEmpty { _ = try NSRegularExpression(pattern: source) }
      method = .expression(
        try NSRegularExpression(
          pattern: "(?:\(source))\\z", options: options.contains(.caseInsensitive) ? .caseInsensitive : []
        )
      )
    }
  }

  package func holds(_ text: String) -> Bool { text.withUTF8Bytes { holds($0) } }

  package func holds(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if case .expression(let expression) = method { return Self.matches(text, expression, options) }
    return text.withFolded(options) { text in
      switch method {
      case .prefix(let prefix): prefix.withUnsafeBufferPointer { text.hasPrefix($0) }
      case .suffix(let suffix): suffix.withUnsafeBufferPointer { text.hasSuffix($0) }
      case .part(let part): part.withUnsafeBufferPointer { text.contains($0) }
      case .like(let pattern): pattern.matches(text)
      case .expression: false
      }
    }
  }

  private static func matches(
    _ text: UnsafeBufferPointer<UInt8>, _ expression: NSRegularExpression, _ options: StringOptions
  ) -> Bool {
    let text = String(decoding: text, as: UTF8.self).folded(options.subtracting(.caseInsensitive))
    let whole = NSRange(location: 0, length: text.utf16.count)
    return expression.firstMatch(in: text, options: .anchored, range: whole) != nil
  }
}
