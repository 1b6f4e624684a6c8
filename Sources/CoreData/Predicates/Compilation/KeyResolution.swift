import Foundation

/// Finds keys in the entities of a model; the error for an unknown key lists those there are.
struct KeyResolution {
  let model: ModelLayout

  /// The slot of a key in an entity.
  ///
  /// - Throws: an error that names the entity, the key and the keys there are. A subentity's key is none of them.
  func slot(_ key: String, of entity: EntityLayout) throws -> Int {
    if let slot = entity.slotsByName[key] { return slot }
    let keys = entity.slots.map(\.name).sorted().joined(separator: ", ")
    let owner = entity.subtree.dropFirst().first { model.entities[$0].slotsByName[key] != nil }
    let hint = owner.map { " (\(model.entities[$0].name), a subentity, has it)" } ?? ""
    throw Self.error("\(entity.name) has no property \(key)\(hint); it has \(keys.isEmpty ? "none" : keys).")
  }

  /// The error of a `MATCHES` whose written pattern is no regular expression.
  static func noExpression(_ pattern: String, in comparison: ComparisonSyntax) -> NSError {
    error(
      "\(pattern) is not a regular expression: \(comparison). Try what users enter with "
        + "NSRegularExpression(pattern:) first.")
  }

  static func error(_ description: String) -> NSError { .coreData(NSCoreDataError, description) }
}
