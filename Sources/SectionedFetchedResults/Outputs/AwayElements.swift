import CoreData
import SectionedChanges

/// What left the list since the slowest consumer looked, with the revisions that it had: what comes back as it was has
/// not changed for that consumer.
struct AwayElements {
  typealias ChangeSet = ControllerOutputs.ChangeSet
  typealias Snapshot = ControllerOutputs.Snapshot

  private var items: [NSManagedObjectID: Int] = [:]
  private var sections: [NSManagedObjectID: Int] = [:]
  /// Objects that changed in the events that are being delivered.
  var touched: Set<NSManagedObjectID> = []

  func revision(of item: NSManagedObjectID) -> Int? { items[item] }

  func revision(ofSection section: NSManagedObjectID?) -> Int? {
    // The section of unmatched items has nothing of its own that changes.
    section == nil ? 0 : section.flatMap { sections[$0] }
  }

  /// What changed while it was away comes back as another.
  mutating func forgetTouched() {
    if items.isEmpty, sections.isEmpty { return }
    for id in touched {
      items[id] = nil
      sections[id] = nil
    }
  }

  /// - Parameter old: the list before the changes.
  mutating func note(_ changes: ChangeSet, leaving old: Snapshot) {
    for item in changes.items.deleted + changes.itemsTaken where !touched.contains(item.id) {
      items[item.id] = old[item.place].revision
    }
    for section in changes.sections.deleted {
      if let id = section.id, !touched.contains(id) { sections[id] = old.sections[section.place].element.revision }
    }
    for item in changes.items.inserted + changes.itemsBrought { items[item.id] = nil }
    for section in changes.sections.inserted { section.id.map { sections[$0] = nil } }
  }
}

extension SectionedChangeSet {
  /// Where what moved without having changed came from, by new place.
  var unchangedMoves: (sections: [Int: Int], items: [ItemPlace: ItemPlace]) {
    func unchanged<Place>(_ moves: [ListMove<Place>]) -> [Place: Place] {
      if moves.isEmpty { return [:] }
      return Dictionary(moves.filter { $0.keys == [] }.map { ($0.to, $0.from) }) { first, _ in first }
    }
    return (unchanged(sections.moved), unchanged(items.moved))
  }
}

extension SectionedSnapshot {
  /// A change set that only renames, with the places that this list has for what it names.
  func places(of changes: SectionedChangeSet<SectionID, ItemID>) -> SectionedChangeSet<SectionID, ItemID> {
    func has(_ place: ItemPlace, _ id: ItemID) -> Bool {
      place.section < numberOfSections && place.item < numberOfItems(inSection: place.section) && self[place].id == id
    }
    let sectionsFit = zip(changes.sections.updated, changes.sections.renamed).allSatisfy {
      $0.old < numberOfSections && sections[$0.old].id == $1.old
    }
    let itemsFit = zip(changes.items.updated, changes.items.renamed).allSatisfy { has($0.old, $1.old) }
    if sectionsFit, itemsFit { return changes }
    let sectionNames = Dictionary(changes.sections.renamed.map { ($0.old, $0) }) { first, _ in first }
    let itemNames = Dictionary(changes.items.renamed.map { ($0.old, $0) }) { first, _ in first }
    var found = SectionedChangeSet<SectionID, ItemID>()
    for (index, section) in sections.enumerated() {
      if let renaming = sectionNames[section.id] {
        found.sections.updated.append(ListUpdate(old: index, new: index, keys: []))
        found.sections.renamed.append(renaming)
      }
      for (item, element) in section.items.enumerated() where !itemNames.isEmpty {
        guard let renaming = itemNames[element.id] else { continue }
        let place = ItemPlace(section: index, item: item)
        found.items.updated.append(ListUpdate(old: place, new: place, keys: []))
        found.items.renamed.append(renaming)
      }
    }
    return found
  }
}
