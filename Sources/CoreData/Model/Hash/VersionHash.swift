import Foundation

/// Builds version hashes: SHA-256 over the facts that decide how objects are stored.
///
/// Apple's hashes are private, so these are our own and equal none of Apple's. They cover names, inheritance, attribute
/// types, derivations, where relationships lead, their inverses, whether they are to-many and ordered, uniqueness
/// constraints and modifiers; not what a store does not depend on: defaults, validation, optionality, counts, delete
/// rules, indexes, classes, transient properties and user info.
struct VersionHash {
  // Each field is preceded by its length, so that two lists of fields never look alike.
  private var bytes: [UInt8] = []

  mutating func add(_ text: String) {
    let utf8 = Array(text.utf8)
    bytes += "\(utf8.count):".utf8
    bytes += utf8
  }

  mutating func add(_ data: Data) {
    bytes += "\(data.count):".utf8
    bytes += data
  }

  var value: Data { Data(SHA256.hash(bytes)) }
}

extension NSPropertyDescription {
  /// A hash of what decides how the property is stored, 32 bytes long. It is our own and equals none of Apple's.
  ///
  /// - Complexity: O(length of its names), on each call.
  public var versionHash: Data {
    var hash = VersionHash()
    hash.add(name)
    hash.add(versionHashModifier ?? "")
    switch self {
    case let attribute as NSAttributeDescription:
      hash.add("attribute \(attribute.attributeType.rawValue)")
      hash.add((attribute as? NSDerivedAttributeDescription)?.derivation ?? "")
    case let relationship as NSRelationshipDescription:
      hash.add("relationship \(relationship.isToMany ? "many" : "one") \(relationship.isOrdered)")
      hash.add(relationship.destinationEntity?.name ?? "")
      hash.add(relationship.inverseRelationship?.name ?? "")
    default: hash.add("other")
    }
    return hash.value
  }
}

extension NSEntityDescription {
  /// A hash of what decides how the entity's objects are stored, 32 bytes long. It is our own and equals none of
  /// Apple's.
  ///
  /// - Complexity: O(properties · log properties), inherited ones included, on each call.
  public var versionHash: Data {
    var hash = VersionHash()
    hash.add(name ?? "")
    hash.add(versionHashModifier ?? "")
    hash.add(superentity?.name ?? "")
    for property in properties.filter({ $0.hasSlot && !$0.isTransient }).sorted(by: { $0.name < $1.name }) {
      hash.add(property.versionHash)
    }
    for constraint in uniquenessNames.map({ $0.joined(separator: ",") }).sorted() { hash.add("unique \(constraint)") }
    return hash.value
  }
}
