import Foundation

/// The metadata of a store: its identity, and a property list that programs may add to. Stores of one model may have
/// the same list: only together with the identity does it identify the store.
package struct StoreMetadata: Hashable, Sendable {
  /// The store's UUID in upper case, `NSStoreUUIDKey`; not in the property list.
  package let identifier: String
  /// The property list, binary, exactly as it is or shall be stored; empty where the store has none.
  package var propertyList: Data

  package init(identifier: String, propertyList: Data) {
    self.identifier = identifier
    self.propertyList = propertyList
  }
}

extension StoreMetadata {
  /// The metadata as programs see it: the property list, the identity and the store's type.
  ///
  /// - Returns: at least `NSStoreUUIDKey` and `NSStoreTypeKey`, also when the property list cannot be read.
  package func dictionary(type: String) -> [String: Any] {
    var dictionary = list ?? [:]
    // Apple's framework has no such key.
    dictionary[Self.migrationKey] = nil
    dictionary[NSStoreUUIDKey] = identifier
    dictionary[NSStoreTypeKey] = type
    return dictionary
  }

  /// The metadata after a program has set it. Core Data's own keys keep their values where the program omits them; the
  /// identity and the keys that name the store's model are kept whatever the program sets.
  ///
  /// - Throws: 134070 when a value is none that a property list can hold.
  package func replaced(by dictionary: [String: Any], type: String) throws -> StoreMetadata {
    // Programs give back what they have read, and that may name our hashes for a store of Apple's: by them Apple's
    // framework would not know it.
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

  /// The version of the store, as its metadata has it.
  var hashes: StoredHashes { StoredHashes(dictionary(type: "")) }

  /// The key of `migration`. Its beginning keeps programs from setting it.
  static let migrationKey = "NSStoreModelVersionMigration"

  /// The identity of the last migration that moved the store's rows in place; nil if there was none. One to a model with
  /// the same hashes changes how data is stored, too.
  var migration: String? { list?[Self.migrationKey] as? String }

  /// Whether the store was written here for a model, and not by Apple's Core Data, whose hashes differ.
  func isOwn(of model: CompiledModel) -> Bool {
    let hashes = hashes
    return hashes.isMarked || hashes.rule(for: model.entities) != nil
  }

  /// The metadata with today's version hashes in the place of those that an earlier version of this implementation
  /// wrote for the same entities; nil where there are no such hashes.
  func renewed(for entities: [NSEntityDescription]) -> StoreMetadata? {
    guard var list, !hashes.isMarked, hashes.match(entities) else { return nil }
    list.merge(StoredHashes.metadata(for: entities)) { $1 }
    let data = try? PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    return data.map { StoreMetadata(identifier: identifier, propertyList: $0) }
  }

  /// The list as it is stored; nil when it cannot be read.
  var list: [String: Any]? {
    propertyList.isEmpty ? nil : try? NestedPropertyList.read(propertyList, allowsXML: true) as? [String: Any]
  }

  /// Whether the key names the model that the store was made for, or the framework that wrote it.
  static func namesModel(_ key: String) -> Bool {
    key.hasPrefix("NSStoreModelVersion") || key.hasPrefix("NSPersistence")
  }

  /// Whether Core Data itself keeps something under the key.
  static func isOwn(_ key: String) -> Bool {
    key.hasPrefix("NSStore") || key.hasPrefix("NSPersistence") || key.hasPrefix("_NS")
  }
}
