import CoreData
import SectionedChanges

extension SectionedFetchedResultsController {
  /// The list as identifiers: a value that can be kept and sent anywhere. Versions share structure.
  ///
  /// - Complexity: O(rows) the first time, and O(changes) for each event from then on.
  public var snapshot: Snapshot {
    checkQueue()
    return outputs.snapshot { makeSnapshot() }
  }

  /// The versions of the list as they come, the current one first.
  ///
  /// - Complexity: as ``snapshot``.
  public var updates: SectionedFetchedResultsUpdates {
    checkQueue()
    return outputs.subscribe(number: shown.number) { makeSnapshot() }
  }

  /// The sections with their counts: what an update plan needs of the new list.
  ///
  /// - Complexity: O(sections).
  public var outline: [SectionOutline<NSManagedObjectID?>] {
    checkQueue()
    return shown.version.shown.enumerated().map { index, slot in
      SectionOutline(shown.sectionID(of: slot), count: shown.version.itemCount(at: index))
    }
  }

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
