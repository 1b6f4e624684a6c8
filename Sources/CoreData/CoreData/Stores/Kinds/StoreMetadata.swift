import Foundation

/// The metadata of a store: its UUID, and a property list that programs may add to. Stores of one model may have equal
/// lists, so only the UUID identifies a store.
package struct StoreMetadata: Hashable, Sendable {
  /// The store's UUID (`NSStoreUUIDKey`) in upper case. It is not part of the property list.
  package let identifier: String
  /// The binary property list, byte for byte as stored; empty if the store has none.
  package var propertyList: Data

  package init(identifier: String, propertyList: Data) {
    self.identifier = identifier
    self.propertyList = propertyList
  }
}

extension StoreMetadata {
  /// The metadata as programs see it: the property list, the UUID and the store's type.
  ///
  /// - Returns: a dictionary with at least `NSStoreUUIDKey` and `NSStoreTypeKey`, even if the property list cannot be
  ///   read.
  package func dictionary(type: String) -> [String: Any] {
    var dictionary = list ?? [:]
    // Hidden, because Apple's framework has no such key.
    dictionary[Self.migrationKey] = nil
    dictionary[NSStoreUUIDKey] = identifier
    dictionary[NSStoreTypeKey] = type
    return dictionary
  }

  /// The metadata after a program has set it. Core Data's own keys keep their values if the program omits them. The
  /// program cannot change the UUID and the keys that name the store's model.
  ///
  /// - Throws: 134070 if a property list cannot hold one of the values.
  package func replaced(by dictionary: [String: Any], type: String) throws -> StoreMetadata {
    // Programs write back the dictionary that they read. For a store of Apple's it may contain our version hashes, and
    // Apple's framework would not recognize the store by them.
    var list = dictionary.filter { !Self.namesModel($0.key) }
    for (key, value) in self.dictionary(type: type) where list[key] == nil && Self.isOwn(key) { list[key] = value }
    list[Self.migrationKey] = migration
    list[NSStoreUUIDKey] = nil
    list[NSStoreTypeKey] = type
    guard PropertyListSerialization.propertyList(list, isValidFor: .binary) else {
      let wrong = list.filter { !PropertyListSerialization.propertyList($0.value, isValidFor: .binary) }
      throw NSError.coreData(
        NSPersistentStoreOperationError,
        "A store's metadata is a property list: the value for \(wrong.keys.sorted().joined(separator: ", ")) is none."
      )
    }
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    return StoreMetadata(identifier: identifier, propertyList: data)
  }

  /// The version hashes that the metadata contains.
  var hashes: StoredHashes { StoredHashes(dictionary(type: "")) }

  /// The key of `migration`. `replaced(by:type:)` ignores a program's value for it, because of its prefix.
  static let migrationKey = "NSStoreModelVersionMigration"

  /// The identifier of the last migration that moved the store's rows in place; nil if there was none. It reveals a
  /// migration between models with equal hashes, which may change how data is stored.
  var migration: String? { list?[Self.migrationKey] as? String }

  /// Whether this implementation, and not Apple's Core Data, wrote the store for the model. Apple's hashes differ.
  func isOwn(of model: CompiledModel) -> Bool {
    let hashes = hashes
    return hashes.isMarked || hashes.rule(for: model.entities) != nil
  }

  /// The metadata with current version hashes instead of those that an earlier version of this implementation wrote for
  /// the same entities. Nil if it has no such hashes.
  func renewed(for entities: [NSEntityDescription]) -> StoreMetadata? {
    guard var list, !hashes.isMarked, hashes.match(entities) else { return nil }
    list.merge(StoredHashes.metadata(for: entities)) { $1 }
    let data = try? PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    return data.map { StoreMetadata(identifier: identifier, propertyList: $0) }
  }

  /// The stored property list; nil if it is empty or cannot be read.
  var list: [String: Any]? {
    propertyList.isEmpty ? nil : try? NestedPropertyList.read(propertyList, allowsXML: true) as? [String: Any]
  }

  /// Whether the key describes the model that the store was made for, or the framework that wrote the store.
  static func namesModel(_ key: String) -> Bool {
    key.hasPrefix("NSStoreModelVersion") || key.hasPrefix("NSPersistence")
  }

  /// Whether the key belongs to Core Data itself.
  static func isOwn(_ key: String) -> Bool {
    key.hasPrefix("NSStore") || key.hasPrefix("NSPersistence") || key.hasPrefix("_NS")
  }
}
