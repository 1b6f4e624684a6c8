import OrderedRows

/// What an event did to a results list. Old places are in the list before it, new places in the list after it.
struct ResultsChanges: Sendable {
  struct Section: Sendable {
    let key: SectionKey
    let index: Int
  }

  struct Item: Sendable {
    let key: RowKey
    let place: RowPlace
  }

  struct Move: Sendable {
    let key: RowKey
    let old: RowPlace
    let new: RowPlace
  }

  /// By old index, descending.
  var deletedSections: [Section] = []
  /// By new index, ascending.
  var insertedSections: [Section] = []
  /// By old place, descending.
  var deleted: [Item] = []
  /// By new place, ascending.
  var inserted: [Item] = []
  /// By new place, ascending. The object may have changed otherwise, too.
  var moved: [Move] = []
  /// Objects that changed and stayed. By old place, ascending.
  var updated: [Move] = []

  var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && deleted.isEmpty && inserted.isEmpty && moved.isEmpty
      && updated.isEmpty
  }

  mutating func sort() {
    deletedSections.sort { $0.index > $1.index }
    insertedSections.sort { $0.index < $1.index }
    deleted.sort { $0.place > $1.place }
    inserted.sort { $0.place < $1.place }
    moved.sort { $0.new < $1.new }
    updated.sort { $0.old < $1.old }
  }
}
