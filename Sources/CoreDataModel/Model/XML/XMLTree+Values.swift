import Foundation

extension XMLTree {
  /// A text; nil when the attribute is absent or empty.
  func text(_ attribute: String) -> String? {
    attributes[attribute].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A text that must be there.
  func required(_ attribute: String, of owner: String) throws -> String {
    guard let text = text(attribute) else { throw failure("\(attribute) is missing", owner) }
    return text
  }

  /// A flag: Xcode writes `YES` or leaves the attribute out.
  func flag(_ attribute: String, default absent: Bool = false) -> Bool {
    attributes[attribute].map { ["YES", "1", "true"].contains($0) } ?? absent
  }

  /// A number of objects or of results.
  func count(_ attribute: String, of owner: String) throws -> Int? {
    guard let text = text(attribute) else { return nil }
    guard let count = Int(text) else { throw failure("\(attribute) \"\(text)\" is no whole number", owner) }
    return count
  }

  /// The `userInfo` entries inside the element.
  var userInfo: [AnyHashable: Any] {
    var entries: [AnyHashable: Any] = [:]
    for entry in children(named: "userInfo").flatMap({ $0.children(named: "entry") }) {
      guard let key = entry.attributes["key"] else { continue }
      entries[key] = entry.attributes["value"] ?? ""
    }
    return entries
  }

  /// An error at this element.
  ///
  /// - Parameters:
  ///   - reason: what is wrong with it.
  ///   - owner: what stands above it: an entity's name, or an entity and a property.
  func failure(_ reason: String, _ owner: String) -> ModelReadingError {
    ModelReadingError("line \(line): \(name) \(owner): \(reason)")
  }
}
