import Foundation

extension XMLTree {
  /// The text of an attribute; nil if it is missing or empty.
  func text(_ attribute: String) -> String? {
    attributes[attribute].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The text of an attribute; throws if it is missing or empty.
  func required(_ attribute: String, of owner: String) throws -> String {
    guard let text = text(attribute) else { throw failure("\(attribute) is missing", owner) }
    return text
  }

  /// A Boolean attribute. Xcode writes `YES` or omits the attribute.
  func flag(_ attribute: String, default absent: Bool = false) -> Bool {
    attributes[attribute].map { ["YES", "1", "true"].contains($0) } ?? absent
  }

  /// An integer attribute, such as the number of results; nil if it is missing or empty.
  func count(_ attribute: String, of owner: String) throws -> Int? {
    guard let text = text(attribute) else { return nil }
    guard let count = Int(text) else { throw failure("\(attribute) \"\(text)\" is no whole number", owner) }
    return count
  }

  /// The entries of the element's `userInfo`.
  var userInfo: [AnyHashable: Any] {
    var entries: [AnyHashable: Any] = [:]
    for entry in children(named: "userInfo").flatMap({ $0.children(named: "entry") }) {
      guard let key = entry.attributes["key"] else { continue }
      entries[key] = entry.attributes["value"] ?? ""
    }
    return entries
  }

  /// An error about this element.
  ///
  /// - Parameters:
  ///   - reason: the problem.
  ///   - owner: the enclosing entity, or entity and property.
  func failure(_ reason: String, _ owner: String) -> ModelReadingError {
    ModelReadingError("line \(line): \(name) \(owner): \(reason)")
  }
}
