import Foundation

/// Computes version hashes: SHA-256 of the facts that distinguish model versions.
///
/// Apple's algorithm is private, so these hashes never equal Apple's. They cover the facts that Apple's guide lists:
/// names, inheritance, abstract entities, optional properties, attribute types, derivations, relationships with their
/// destinations, inverses, counts, delete rules and order, uniqueness constraints, and hash modifiers. They do not
/// cover default values, validation, indexes, classes, transient properties and user info.
package struct VersionHash {
  // Each field is preceded by its length, so that different lists of fields have different bytes.
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

  /// The set of facts that a hash covers. Existing stores contain hashes by each of these rules, so the rules must
  /// never change.
  package enum Rule: Int, CaseIterable {
    /// The facts that determine tables and columns. Hashes by this rule have no mark.
    case layout = 1
    /// The facts of `layout`, and the further ones that Apple's guide lists: optional properties, counts, delete rules
    /// and abstract entities.
    case guide = 2

    /// The rule of the hashes that are written now.
    package static let current = guide
  }
}

extension NSPropertyDescription {
  /// A 32-byte hash of the facts that distinguish versions of the property. It never equals Apple's hash.
  ///
  /// - Complexity: O(length of its names), on each call.
  public var versionHash: Data { versionHash(by: .current) }

  func versionHash(by rule: VersionHash.Rule) -> Data {
    var hash = VersionHash()
    hash.add(name)
    hash.add(versionHashModifier ?? "")
    switch self {
    case let attribute as NSAttributeDescription:
      hash.add("attribute \(attribute.attributeType.rawValue)")
      hash.add((attribute as? NSDerivedAttributeDescription)?.derivation ?? "")
      for element in (attribute as? NSCompositeAttributeDescription)?.elements ?? [] {
        hash.add(element.versionHash(by: rule))
      }
    case let relationship as NSRelationshipDescription:
      hash.add("relationship \(relationship.isToMany ? "many" : "one") \(relationship.isOrdered)")
      hash.add(relationship.destinationEntity?.name ?? "")
      hash.add(relationship.inverseRelationship?.name ?? "")
      if rule == .guide {
        // Zero and negative numbers all mean that there is no limit.
        let (least, most) = (max(0, relationship.minCount), max(0, relationship.maxCount))
        hash.add("\(least) \(most) \(relationship.deleteRule.rawValue)")
      }
    default: hash.add("other")
    }
    if rule == .guide { hash.add(isOptional ? "optional" : "mandatory") }
    return hash.value
  }
}

extension NSEntityDescription {
  /// A 32-byte hash of the facts that distinguish versions of the entity. It never equals Apple's hash.
  ///
  /// - Complexity: O(properties · log properties), including inherited properties, on each call.
  public var versionHash: Data { versionHash(by: .current) }

  func versionHash(by rule: VersionHash.Rule) -> Data {
    var hash = VersionHash()
    hash.add(name ?? "")
    hash.add(versionHashModifier ?? "")
    hash.add(superentity?.name ?? "")
    if rule == .guide { hash.add(isAbstract ? "abstract" : "concrete") }
    for property in properties.filter({ $0.hasSlot && !$0.isTransient }).sorted(by: { $0.name < $1.name }) {
      hash.add(property.versionHash(by: rule))
    }
    for constraint in uniquenessNames.map({ $0.joined(separator: ",") }).sorted() { hash.add("unique \(constraint)") }
    return hash.value
  }
}
