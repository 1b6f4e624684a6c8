import CoreData
import SectionedChanges

/// What a controller gives out besides its delegate's calls. Nothing is kept, and nothing costs, before it is asked for.
final class ControllerOutputs {
  typealias ChangeSet = SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
  typealias Snapshot = SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>

  private struct Subscriber {
    weak var mailbox: UpdateMailbox?
  }

  /// The list as identifiers, once somebody asked for it.
  private(set) var snapshot: Snapshot?
  private var subscribers: [Subscriber] = []

  /// Keeps the snapshot current and sends it to those who wait for it.
  ///
  /// - Parameters:
  ///   - number: the new version's number, which is the revision of what changed.
  ///   - make: makes the new list's snapshot from nothing.
  func send(
    _ changes: ChangeSet, number: Int, sectionID: (Int) -> NSManagedObjectID?, itemID: (ItemPlace) -> NSManagedObjectID,
    make: () -> Snapshot
  ) {
    guard let old = snapshot else { return }
    let new =
      (try? changes.apply(
        to: old, sectionAt: { ListElement(sectionID($0), revision: number) },
        itemAt: { ListElement(itemID($0), revision: number) })) ?? make()
    snapshot = new
    post(SectionedFetchedResultsUpdate(version: number, changes: changes, snapshot: new))
  }

  /// Shows a list to which nothing leads from the one before.
  func restart(number: Int, make: () -> Snapshot) {
    guard snapshot != nil else { return }
    let new = make()
    snapshot = new
    post(SectionedFetchedResultsUpdate(version: number, changes: nil, snapshot: new))
  }

  /// The snapshot, made now if it was not asked for before.
  func snapshot(make: () -> Snapshot) -> Snapshot {
    if let snapshot { return snapshot }
    let made = make()
    snapshot = made
    return made
  }

  /// Writes the IDs of saved objects in the snapshot anew; what they name stays.
  func rename(_ id: (NSManagedObjectID) -> NSManagedObjectID, sectionID: (Int) -> NSManagedObjectID?) {
    guard let old = snapshot else { return }
    snapshot = Snapshot(
      sections: old.sections.enumerated().map { index, section in
        var section = section
        section.element.id = sectionID(index)
        if section.items.contains(where: { $0.id.isTemporaryID }) {
          section.items = ChunkedArray(section.items.map { ListElement(id($0.id), revision: $0.revision) })
        }
        return section
      })
  }

  func subscribe(number: Int, make: () -> Snapshot) -> SectionedFetchedResultsUpdates {
    let mailbox = UpdateMailbox()
    subscribers.removeAll { $0.mailbox == nil }
    subscribers.append(Subscriber(mailbox: mailbox))
    mailbox.put(SectionedFetchedResultsUpdate(version: number, changes: nil, snapshot: snapshot(make: make)))
    return SectionedFetchedResultsUpdates(mailbox: mailbox)
  }

  /// Ends all sequences.
  func finish() {
    for subscriber in subscribers { subscriber.mailbox?.finish() }
  }

  private func post(_ update: SectionedFetchedResultsUpdate) {
    for subscriber in subscribers { subscriber.mailbox?.put(update) }
  }
}
