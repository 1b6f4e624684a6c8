import Foundation

extension NSManagedObjectModel {
  /// A checksum of the model version, computed from the version hashes of its entities and from default values. It
  /// never equals a checksum of Apple's.
  ///
  /// - Complexity: O(properties · log properties), on each call.
  public var versionChecksum: String { versionChecksum(by: .current) }

  /// The checksum, followed by those that earlier versions of this package computed. Programs may have stored them.
  package var versionChecksums: [String] { VersionHash.Rule.allCases.reversed().map(versionChecksum(by:)) }

  private func versionChecksum(by rule: VersionHash.Rule) -> String {
    var hash = VersionHash()
    for entity in entities.sorted(by: { EntityOrder.precedes($0.name ?? "", $1.name ?? "") }) {
      hash.add(entity.name ?? "")
      hash.add(entity.versionHash(by: rule))
      for attribute in entity.attributesByName.values.sorted(by: { $0.name < $1.name }) where !attribute.isTransient {
        hash.add(attribute)
      }
    }
    return hash.value.base64EncodedString()
  }
}

extension VersionHash {
  fileprivate mutating func add(_ attribute: NSAttributeDescription) {
    add("\(attribute.name) \(attribute.isOptional)")
    if let composite = attribute as? NSCompositeAttributeDescription {
      for element in composite.elements { add(element) }
    } else if !attribute.attributeType.takesAnything {
      add(attribute.defaultValue.map { "\($0)" } ?? "")
    }
  }
}
