/// SQL that adapts a store's history to a migration, because each change contains an entity number.
extension MigrationTables {
  /// The former entities that the new model keeps, each with its new form.
  package var keptEntities: [(old: StoredEntity, new: StoredEntity)] {
    old.entities.compactMap { former in former.flatMap { old in successor(of: old).map { (old, $0) } } }
  }

  /// The statements that delete the changes of removed entities.
  package var historyDeletions: [String] {
    old.entities.compactMap { $0 }.filter { successor(of: $0) == nil }.map {
      "DELETE FROM \"ACHANGE\" WHERE \"ZENTITY\" = \($0.number)"
    }
  }

  /// The statement that writes the new entity numbers into the changes; nil if no number differs. One statement
  /// renumbers all, because the former number of one entity may be the new number of another.
  package var historyRenumbering: String? {
    let changed = keptEntities.filter { $0.old.number != $0.new.number }
    guard !changed.isEmpty else { return nil }
    let cases = changed.map { "WHEN \($0.old.number) THEN \($0.new.number)" }.joined(separator: " ")
    let list = changed.map { "\($0.old.number)" }.joined(separator: ", ")
    return "UPDATE \"ACHANGE\" SET \"ZENTITY\" = CASE \"ZENTITY\" \(cases) END WHERE \"ZENTITY\" IN (\(list))"
  }

  private func successor(of former: StoredEntity) -> StoredEntity? {
    mapping.destinations[former.layout.index].flatMap { new.schema.entities[$0] }
  }
}
