/// The calls to a view between `beginUpdates` and `endUpdates`, in any order.
package struct ViewBatch: Sendable {
  /// A move of a section or an item.
  package struct Move<Place: Hashable & Sendable>: Hashable, Sendable {
    package var from: Place
    package var to: Place

    package init(_ from: Place, _ to: Place) {
      self.from = from
      self.to = to
    }
  }

  package var deletedSections: [Int] = []
  package var insertedSections: [Int] = []
  package var movedSections: [Move<Int>] = []
  package var reloadedSections: [Int] = []
  package var deletedItems: [ItemPlace] = []
  package var insertedItems: [ItemPlace] = []
  package var movedItems: [Move<ItemPlace>] = []
  package var reloadedItems: [ItemPlace] = []
  package var reconfiguredItems: [ItemPlace] = []

  /// Creates a batch without calls.
  package init() {}

  /// Creates a batch with the insertions, deletions and moves of a change set. Items that sections take or bring are
  /// omitted.
  package init(structureOf changes: SectionedChangeSet<Int, Int>) {
    deletedSections = changes.sections.deleted.map { $0.place }
    insertedSections = changes.sections.inserted.map { $0.place }
    movedSections = changes.sections.moved.map { Move($0.from, $0.to) }
    deletedItems = changes.items.deleted.map { $0.place }
    insertedItems = changes.items.inserted.map { $0.place }
    movedItems = changes.items.moved.map { Move($0.from, $0.to) }
  }

  /// Whether the batch contains an insertion, deletion or move.
  package var hasStructure: Bool {
    !deletedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty || !deletedItems.isEmpty
      || !insertedItems.isEmpty || !movedItems.isEmpty
  }
}

extension ViewBatch {
  /// Creates a batch with the insertions, deletions and moves that are reported to a classic delegate.
  package init(structureOf callbacks: ClassicCallbacks<Int, Int>) {
    for call in callbacks.sections {
      switch (call.kind, call.old, call.new) {
      case (.delete, let old?, _): deletedSections.append(old)
      case (.insert, _, let new?): insertedSections.append(new)
      case (.move, let old?, let new?): movedSections.append(Move(old, new))
      default: break
      }
    }
    for call in callbacks.items {
      switch (call.kind, call.old, call.new) {
      case (.delete, let old?, _): deletedItems.append(old)
      case (.insert, _, let new?): insertedItems.append(new)
      case (.move, let old?, let new?): movedItems.append(Move(old, new))
      default: break
      }
    }
  }
}
