import SectionedChanges

/// A step of a base, by names: what left, and what came or is to be looked at again.
struct BaseStep<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  struct Item {
    let key: ListedID<ItemID>
    /// Its section in the new list.
    let section: ListedID<SectionID>
    /// Whether it is new, or changed itself.
    let isChanged: Bool
  }

  var left: [ListedID<ItemID>] = []
  var items: [Item] = []
  var sectionsLeft: [ListedID<SectionID>] = []
  var sectionsCame: [ListedID<SectionID>] = []
  var sectionsMoved: [ListedID<SectionID>] = []
  var sectionsRevised: [ListedID<SectionID>] = []
  /// Sections whose items are all to be looked at again, since the section has another name.
  var sectionsRenamed: [ListedID<SectionID>] = []

  init() {}

  /// - Complexity: O(changes · log rows).
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
