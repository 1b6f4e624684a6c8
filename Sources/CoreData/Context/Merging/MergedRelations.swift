/// Changes of to-one references by merged rows, except where this context keeps an unsaved value of its own.
struct MergedRelations {
  /// An object, the one that it was related to, the one that it is related to now, and the inverse there.
  private(set) var settled: [(key: RowKey, old: RowKey?, new: RowKey?, inverse: Int)] = []
  /// The unsaved removals from many-to-many relationships in this context; gathered when first needed.
  var removals: UnsavedRemovals?

  /// - Parameters:
  ///   - object: the row's object, if there is one, which has taken the row.
  ///   - old: the object's row before, if it is known.
  ///   - isFault: whether the other ends may not have followed what the old row holds: it may have been fetched since.
  mutating func note(
    _ row: Row, of object: NSManagedObject?, since old: Row?, isFault: Bool, _ layout: EntityLayout
  ) {
    for slot in layout.toOneSlots where isFault || old.map({ !$0[slot].isSame(as: row[slot]) }) ?? true {
      guard case .toOne(let relationship) = layout.slots[slot].kind, let inverse = relationship.inverse else {
        continue
      }
      let owner = old?[slot].reference
      if let current = object?.unsavedValues?[slot], !current.isSame(as: row[slot]) {
        // It left that owner here as well, which need not insist on it any more.
        if let owner, owner != row[slot].reference { settled.append((row.key, owner, nil, inverse)) }
      } else {
        settled.append((row.key, owner, row[slot].reference, inverse))
      }
    }
  }
}

extension EntityLayout {
  /// Whether a to-one relationship has an inverse, so that a row decides about other objects' relationships.
  var hasInverseOfToOne: Bool {
    toOneSlots.contains {
      if case .toOne(let relationship) = slots[$0].kind { relationship.inverse != nil } else { false }
    }
  }
}
