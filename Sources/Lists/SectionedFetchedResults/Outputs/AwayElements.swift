import CoreData
import SectionedChanges

/// The elements that left the list since the slowest consumer read, with their revisions. If one comes back unchanged,
/// it gets its old revision again, so that this consumer sees no change.
struct AwayElements {
  typealias ChangeSet = ControllerOutputs.ChangeSet
  typealias Snapshot = ControllerOutputs.Snapshot

  private var items: [NSManagedObjectID: Int] = [:]
  private var sections: [NSManagedObjectID: Int] = [:]
  /// The objects that changed in the events being delivered; some occur more than once. Usually nothing reads them.
  var edited: [NSManagedObjectID] = []

  func revision(of item: NSManagedObjectID) -> Int? { items[item] }

  func revision(ofSection section: NSManagedObjectID?) -> Int? {
    // Without aggregates, the section of unmatched items has no properties that could change.
    section == nil ? 0 : section.flatMap { sections[$0] }
  }

  /// Forgets the elements that changed while they were away, so that they get a new revision when they come back.
  mutating func forgetEdited() {
    if items.isEmpty, sections.isEmpty { return }
    for id in edited {
      items[id] = nil
      sections[id] = nil
    }
  }

  /// Records the revisions of removed elements, and forgets elements that came back.
  ///
  /// - Parameter old: the list before the changes.
  mutating func note(_ changes: ChangeSet, leaving old: Snapshot) {
    if !changes.items.deleted.isEmpty || !changes.sections.deleted.isEmpty {
      let edited = Set(edited)
      for item in changes.items.deleted + changes.itemsTaken where !edited.contains(item.id) {
        items[item.id] = old[item.place].revision
      }
      for section in changes.sections.deleted {
        if let id = section.id, !edited.contains(id) { sections[id] = old.sections[section.place].element.revision }
      }
    }
    if !items.isEmpty { for item in changes.items.inserted + changes.itemsBrought { items[item.id] = nil } }
    for section in changes.sections.inserted { section.id.map { sections[$0] = nil } }
  }
}
