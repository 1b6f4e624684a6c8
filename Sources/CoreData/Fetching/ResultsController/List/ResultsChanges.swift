import OrderedRows

/// What an event did to a results list. Old places are in the list before it, new places in the list after it.
package struct ResultsChanges: Sendable {
  package struct Section: Sendable {
    let key: SectionKey
    package let index: Int
  }

  package struct Item: Sendable {
    package let key: RowKey
    package let place: RowPlace
  }

  package struct Move: Sendable {
    package let key: RowKey
    package let old: RowPlace
    package let new: RowPlace
  }

  /// By old index, descending.
  package internal(set) var deletedSections: [Section] = []
  /// By new index, ascending.
  package internal(set) var insertedSections: [Section] = []
  /// By old place, descending.
  package internal(set) var deleted: [Item] = []
  /// By new place, ascending.
  package internal(set) var inserted: [Item] = []
  /// By new place, ascending. The object may have changed otherwise, too.
  package internal(set) var moved: [Move] = []
  /// Objects that changed and stayed. By old place, ascending.
  package internal(set) var updated: [Move] = []

  var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && deleted.isEmpty && inserted.isEmpty && moved.isEmpty
      && updated.isEmpty
  }

  mutating func sort() {
    if deletedSections.count > 1 { deletedSections.sort { $0.index > $1.index } }
    if insertedSections.count > 1 { insertedSections.sort { $0.index < $1.index } }
    if deleted.count > 1 { deleted.sort { $0.place > $1.place } }
    if inserted.count > 1 { inserted.sort { $0.place < $1.place } }
    if moved.count > 1 { moved.sort { $0.new < $1.new } }
    if updated.count > 1 { updated.sort { $0.old < $1.old } }
  }
}
