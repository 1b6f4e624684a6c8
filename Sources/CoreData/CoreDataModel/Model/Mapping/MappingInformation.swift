import Foundation

/// Reads and compares the `userInfo` of mappings.
enum MappingInformation {
  /// Whether two dictionaries are equal. Nil equals an empty one.
  static func isSame(_ one: [AnyHashable: Any]?, _ other: [AnyHashable: Any]?) -> Bool {
    NSDictionary(dictionary: one ?? [:]) == NSDictionary(dictionary: other ?? [:])
  }

  /// Reads an archived dictionary of plain values, including collections. Values of the program's own classes are
  /// omitted and logged.
  ///
  /// - Parameter owner: the mapping's description, for messages.
  /// - Returns: nil if the dictionary is empty.
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
