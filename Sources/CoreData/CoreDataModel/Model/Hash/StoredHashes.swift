import Foundation

/// The metadata key of the version hashes of a store's entities, by entity name.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"

/// The version hashes in a store's metadata, and whether this package computed them.
///
/// This package adds a mark: the rule of the hashes, and a hash of all of them. It identifies the hashes without a
/// model. If Apple's framework replaces the hashes and leaves the mark, the mark no longer matches.
package struct StoredHashes {
  package let byName: [String: Data]
  /// Whether the hashes have a matching mark of this package.
  package let isMarked: Bool
  /// The rule that the mark names; nil without a mark, or if a later version of this package wrote it.
  let rule: VersionHash.Rule?

  /// The key of the mark. Programs cannot set it, because of its prefix.
  static let markKey = "NSStoreModelVersionHashesMark"

  /// - Parameter metadata: a store's metadata, or any dictionary with version hashes.
  package init(_ metadata: [String: Any]) {
    // A value of another type becomes empty data, which equals no hash.
    byName = (metadata[NSStoreModelVersionHashesKey] as? [String: Any] ?? [:]).mapValues { $0 as? Data ?? Data() }
    let parts = (metadata[Self.markKey] as? String)?.split(separator: " ") ?? []
    isMarked = parts.count == 2 && parts[1] == Self.digest(byName)
    rule = isMarked ? Int(parts[0]).flatMap(VersionHash.Rule.init) : nil
  }

  /// The possible rules of the hashes. Hashes without a mark may come from an earlier version, or from a dictionary
  /// that a program made.
  var rules: [VersionHash.Rule] { isMarked ? [rule].compactMap { $0 } : VersionHash.Rule.allCases }

  /// Whether these are exactly the hashes of the given entities.
  package func match(_ entities: [NSEntityDescription]) -> Bool {
    !byName.isEmpty && rules.contains { Self.hashes(of: entities, by: $0) == byName }
  }

  /// The rule by which at least one entity's hash matches, so that this package must have computed the hashes. Nil for
  /// Apple's hashes, and for a model version that shares no entity.
  package func rule(for entities: [NSEntityDescription]) -> VersionHash.Rule? {
    if isMarked { return rule }
    return VersionHash.Rule.allCases.first { rule in
      entities.contains { entity in byName[entity.name ?? ""].map { $0 == entity.versionHash(by: rule) } ?? false }
    }
  }

  /// The metadata entries for the given entities: their version hashes, and this package's mark.
  package static func metadata(for entities: [NSEntityDescription]) -> [String: Any] {
    let hashes = hashes(of: entities, by: .current)
    return [
      NSStoreModelVersionHashesKey: hashes, markKey: "\(VersionHash.Rule.current.rawValue) \(digest(hashes))",
    ]
  }

  package static func hashes(of entities: [NSEntityDescription], by rule: VersionHash.Rule) -> [String: Data] {
    [String: NSEntityDescription](named: entities).mapValues { $0.versionHash(by: rule) }
  }

  private static func digest(_ hashes: [String: Data]) -> String {
    var hash = VersionHash()
    for (name, value) in hashes.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      hash.add(name)
      hash.add(value)
    }
    return hash.value.base64EncodedString()
  }
}
