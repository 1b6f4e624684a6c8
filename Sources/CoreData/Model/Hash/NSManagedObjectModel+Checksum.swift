import Foundation

extension NSManagedObjectModel {
  /// A checksum of the version: of all that decides how objects are stored, and of what must have a value and its
  /// default. It is our own, and equals none of Apple's.
  ///
  /// - Complexity: O(properties · log properties), on each call.
  public var versionChecksum: String {
    var hash = VersionHash()
    for entity in entities.sorted(by: { EntityOrder.precedes($0.name ?? "", $1.name ?? "") }) {
      hash.add(entity.name ?? "")
      hash.add(entity.versionHash)
      for attribute in entity.attributesByName.values.sorted(by: { $0.name < $1.name }) where !attribute.isTransient {
        hash.add("\(attribute.name) \(attribute.isOptional)")
        if !attribute.attributeType.takesAnything { hash.add(attribute.defaultValue.map { "\($0)" } ?? "") }
      }
    }
    return hash.value.base64EncodedString()
  }
}
