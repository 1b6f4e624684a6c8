import Foundation

/// In a store's metadata: the version hashes of the entities it was made for, by entity name.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"

/// The version hashes that a store's metadata gives its entities, and whose they are.
///
/// Ours carry a mark: the rule that they were made by, and a hash of all of them. So they are recognized without a model,
/// and hashes that Apple's framework wrote in their place beside the old mark are not taken for ours.
package struct StoredHashes {
  package let byName: [String: Data]
  /// Whether they carry the mark of this implementation.
  package let isMarked: Bool
  /// The rule that the mark names; nil without a mark, and for a rule of a later version.
  let rule: VersionHash.Rule?

  /// The key of the mark. Its beginning keeps programs from setting it.
  static let markKey = "NSStoreModelVersionHashesMark"

  /// - Parameter metadata: a store's metadata, or any dictionary with version hashes.
  package init(_ metadata: [String: Any]) {
    // A value that is no hash equals none.
    byName = (metadata[NSStoreModelVersionHashesKey] as? [String: Any] ?? [:]).mapValues { $0 as? Data ?? Data() }
    let parts = (metadata[Self.markKey] as? String)?.split(separator: " ") ?? []
    isMarked = parts.count == 2 && parts[1] == Self.digest(byName)
    rule = isMarked ? Int(parts[0]).flatMap(VersionHash.Rule.init) : nil
  }

  /// The rules that the hashes may have been made by. Without a mark they may be of an earlier version, or a program has
  /// put them into a dictionary of its own.
  var rules: [VersionHash.Rule] { isMarked ? [rule].compactMap { $0 } : VersionHash.Rule.allCases }

  /// Whether these are the hashes of exactly some entities.
  package func match(_ entities: [NSEntityDescription]) -> Bool {
    !byName.isEmpty && rules.contains { Self.hashes(of: entities, by: $0) == byName }
  }

  /// The rule by which some entity has its hash here: then all hashes are ours. Nil where they are Apple's, or of a version
  /// that shares no entity.
  package func rule(for entities: [NSEntityDescription]) -> VersionHash.Rule? {
    if isMarked { return rule }
    return VersionHash.Rule.allCases.first { rule in
      entities.contains { entity in byName[entity.name ?? ""].map { $0 == entity.versionHash(by: rule) } ?? false }
    }
  }

  /// The entries of a store's metadata for some entities: their hashes, and the mark.
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
