import Foundation

extension UniquenessConstraint {
  /// Checks whether rows that were just written share their values with any row of the entity.
  ///
  /// - Throws: 133021 if two rows have the same values. The error names entity and attributes.
  func check(_ written: [Row], in rows: InMemoryRows) throws {
    guard written.contains(where: { entity.subtree.contains(Int($0.key.entity)) }) else { return }
    var seen: Set<[EqualityKey]> = []
    for row in rows.rows(of: entity, includingSubentities: true) {
      let values = slots.map { EqualityKey(row[$0]) }
      if !values.contains(.null), !seen.insert(values).inserted { throw violation }
    }
  }

  private var violation: NSError {
    .coreData(
      NSManagedObjectConstraintMergeError,
      "Two objects of \(entity.name) have the same \(names.joined(separator: " and "))."
    )
  }
}
