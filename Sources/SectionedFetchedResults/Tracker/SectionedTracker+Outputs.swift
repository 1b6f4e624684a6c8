import CoreData
import SectionedChanges

extension SectionedTracker {
  func makeSnapshot() -> Snapshot {
    Snapshot(
      sections: shown.version.shown.map { slot in
        Snapshot.Section(
          shown.sectionID(of: slot), items: shown.version.tokens(of: slot).map { ListElement(id(of: $0)) })
      })
  }

  /// The ID by which an item is known outside.
  func id(of token: ItemToken) -> NSManagedObjectID {
    guard let lists else { fatalError("There are no items before the first performFetch(). Fetch first.") }
    return lists.id(of: token)
  }

  /// Tells a delivered change set to those who asked for more than the delegate's calls.
  func sendOutputs(_ changes: ChangeSet) {
    outputs.send(
      changes, number: shown.number, sectionID: { shown.sectionID(of: shown.version.shown[$0]) },
      itemID: { id(of: shown.version.token(at: $0)) },
      make: { makeSnapshot() })
  }
}
