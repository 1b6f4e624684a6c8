import Foundation

/// The free information that mappings carry.
enum MappingInformation {
  /// Whether two say the same; none and an empty one do.
  static func isSame(_ one: [AnyHashable: Any]?, _ other: [AnyHashable: Any]?) -> Bool {
    NSDictionary(dictionary: one ?? [:]) == NSDictionary(dictionary: other ?? [:])
  }

  /// Reads an archived dictionary of plain values, collections among them. What is of a class of the program's own is left
  /// out, and logged.
  ///
  /// - Parameter owner: the mapping, in messages.
  /// - Returns: nil for an empty one.
  static func read(_ dictionary: ArchivedObject, of owner: String) throws -> [AnyHashable: Any]? {
    let keys = try dictionary.references(in: "NS.keys")
    let values = try dictionary.references(in: "NS.objects")
    guard keys.count == values.count else { throw dictionary.mismatch("NS.keys") }
    var info: [AnyHashable: Any] = [:]
    for (key, value) in zip(keys, values) {
      var reader = PlainArchiveReader(dictionary.archive)
      guard let key = reader.value(key) as? AnyHashable else { throw dictionary.mismatch("NS.keys") }
      info[key] = reader.value(value)
      if info[key] == nil { ModelNote.log("the user info of \(owner) is read without \(key)") }
    }
    return info.isEmpty ? nil : info
  }
}
