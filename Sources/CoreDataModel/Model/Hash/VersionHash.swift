import Foundation

/// Builds version hashes: SHA-256 over the facts that make another version of a model.
///
/// Apple's hashes are private, so these are our own and equal none of Apple's. They cover what Apple's guide lists: names,
/// inheritance, abstract entities, optional properties, attribute types, derivations, where relationships lead, their
/// inverses, counts, delete rules, order, uniqueness constraints and modifiers. They leave out defaults, validation,
/// indexes, classes, transient properties and user info.
package struct VersionHash {
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

  /// The facts that a hash covers. Stores were written by each of these rules, so none of them ever changes.
  package enum Rule: Int, CaseIterable {
    /// The hash of all that decides in which tables and columns objects are stored. Such hashes carry no mark.
    case layout = 1
    /// These and what else Apple's guide lists: optional properties, counts, delete rules, abstract entities.
    case guide = 2

    /// The rule of the hashes that are written today.
    package static let current = guide
  }
}

extension NSPropertyDescription {
  /// A hash of what makes another version of the property, 32 bytes long. It is our own and equals none of Apple's.
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
        // Every number that sets no limit means the same.
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
  /// A hash of what makes another version of the entity, 32 bytes long. It is our own and equals none of Apple's.
  ///
  /// - Complexity: O(properties · log properties), inherited ones included, on each call.
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
