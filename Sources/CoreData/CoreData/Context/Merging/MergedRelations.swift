/// The changes of to-one references in merged rows, except those for which this context keeps an unsaved value.
struct MergedRelations {
  /// An object, its former destination, its new destination, and the slot of the inverse there.
  private(set) var settled: [(key: RowKey, old: RowKey?, new: RowKey?, inverse: Int)] = []
  /// The unsaved removals from many-to-many relationships in this context; gathered when first needed.
  var removals: UnsavedRemovals?

  /// Records the to-one references of a row that differ from its former row.
  ///
  /// - Parameters:
  ///   - object: the registered object of the row, if any. It already has the row.
  ///   - old: the object's former row, if it is known.
  ///   - isFault: whether the other ends may not match the former row, because it may have been fetched after them.
  mutating func note(
    _ row: Row, of object: NSManagedObject?, since old: Row?, isFault: Bool, _ layout: EntityLayout
  ) {
    for slot in layout.toOneSlots where isFault || old.map({ !$0[slot].isSame(as: row[slot]) }) ?? true {
      guard case .toOne(let relationship) = layout.slots[slot].kind, let inverse = relationship.inverse else {
        continue
      }
      let owner = old?[slot].reference
      if let current = object?.unsavedValues?[slot], !current.isSame(as: row[slot]) {
        // The object left that owner in this context too, so its removal there is not an unsaved change any more.
        if let owner, owner != row[slot].reference { settled.append((row.key, owner, nil, inverse)) }
      } else {
        settled.append((row.key, owner, row[slot].reference, inverse))
      }
    }
  }
}

extension EntityLayout {
  /// Whether any to-one relationship has an inverse, so that a row determines relationships of other objects.
  var hasInverseOfToOne: Bool {
    toOneSlots.contains {
      if case .toOne(let relationship) = slots[$0].kind { relationship.inverse != nil } else { false }
    }
  }
}
