import SectionedChanges

/// A step of a base, by identifiers: the elements that were removed, and the elements that were inserted or have to be
/// examined again.
@usableFromInline
struct BaseStep<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  @usableFromInline
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  @usableFromInline
  struct Item {
    @usableFromInline
    let key: ListedID<ItemID>
    /// The item's section in the new list.
    @usableFromInline
    let section: ListedID<SectionID>
    /// Whether the item was inserted, or itself changed.
    @usableFromInline
    let isChanged: Bool

    @inlinable
    init(key: ListedID<ItemID>, section: ListedID<SectionID>, isChanged: Bool) {
      self.key = key
      self.section = section
      self.isChanged = isChanged
    }
  }

  @usableFromInline
  var left: [ListedID<ItemID>] = []
  @usableFromInline
  var items: [Item] = []
  @usableFromInline
  var sectionsLeft: [ListedID<SectionID>] = []
  @usableFromInline
  var sectionsCame: [ListedID<SectionID>] = []
  @usableFromInline
  var sectionsMoved: [ListedID<SectionID>] = []
  @usableFromInline
  var sectionsRevised: [ListedID<SectionID>] = []
  /// The new identifiers of renamed sections. Their items have to be examined again.
  @usableFromInline
  var sectionsRenamed: [ListedID<SectionID>] = []

  @inlinable
  init() {}

  /// - Complexity: O(changes · log rows).
  @inlinable
  init(_ update: Update) {
    let (changes, new) = (update.changes, update.new)
    left = changes.items.deleted.map(\.id) + changes.itemsTaken.map(\.id) + changes.items.renamed.map(\.old)
    sectionsLeft = changes.sections.deleted.map(\.id) + changes.sections.renamed.map(\.old)
    sectionsRenamed = changes.sections.renamed.map(\.new)
    sectionsCame = changes.sections.inserted.map(\.id) + sectionsRenamed
    func section(_ index: Int) -> ListedID<SectionID> { new.sections[index].id }
    for move in changes.sections.moved {
      sectionsMoved.append(section(move.to))
      if move.keys != [] { sectionsRevised.append(section(move.to)) }
    }
    for update in changes.sections.updated { sectionsRevised.append(section(update.new)) }
    for entry in changes.items.inserted + changes.itemsBrought {
      items.append(Item(key: entry.id, section: section(entry.place.section), isChanged: true))
    }
    let renamed = Set(changes.items.renamed.map(\.new))
    for move in changes.items.moved {
      let key = new[move.to].id
      items.append(
        Item(key: key, section: section(move.to.section), isChanged: move.keys != [] || renamed.contains(key)))
    }
    for update in changes.items.updated {
      items.append(Item(key: new[update.new].id, section: section(update.new.section), isChanged: true))
    }
  }
}
