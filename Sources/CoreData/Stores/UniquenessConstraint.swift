import Foundation

/// Attributes whose values, taken together, no two rows of an entity may share. A row in which one of them is null
/// shares nothing.
struct UniquenessConstraint: Sendable {
  let entity: EntityLayout
  let slots: [Int]

  /// The constraints of a model, each at the entity that declares it.
  static func all(of model: NSManagedObjectModel) -> [UniquenessConstraint] {
    model.compile().entities.flatMap { entity in
      entity.uniquenessNames.compactMap { names in
        let slots = names.compactMap { entity.layout.slotsByName[$0] }
        return slots.isEmpty || slots.count < names.count
          ? nil : UniquenessConstraint(entity: entity.layout, slots: slots)
      }
    }
  }

  /// Checks rows that were just written against all rows of the entity.
  ///
  /// - Throws: 133021 when two rows have the same values, naming entity and attributes.
  func check(_ written: [Row], in rows: InMemoryRows) throws {
    guard written.contains(where: { entity.subtree.contains(Int($0.key.entity)) }) else { return }
    var seen: Set<[EqualityKey]> = []
    for row in rows.rows(of: entity, includingSubentities: true) {
      let values = slots.map { EqualityKey(row[$0]) }
      if !values.contains(.null), !seen.insert(values).inserted { throw violation }
    }
  }

  /// The names of the attributes.
  var names: [String] { slots.map { entity.slots[$0].name } }

  private var violation: NSError {
    .coreData(
      NSManagedObjectConstraintMergeError,
      "Two objects of \(entity.name) have the same \(names.joined(separator: " and "))."
    )
  }
}
