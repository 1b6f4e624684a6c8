import CoreData
import SectionedChanges

/// The outputs of a controller besides the calls of its delegate. Each costs nothing until it is used.
final class ControllerOutputs {
  typealias ChangeSet = SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
  typealias Snapshot = SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>

  private struct Subscriber {
    weak var mailbox: UpdateMailbox<SectionedFetchedResultsUpdate>?
  }

  // A class, because copying a struct with a weak reference registers another weak reference.
  private final class Reader {
    private(set) weak var reader: (any ListReader)?

    init(_ reader: any ListReader) { self.reader = reader }
  }

  private var subscribers: [Subscriber] = []
  private var readers: [Reader] = []
  /// The version of the newest element.
  private var version = 0
  private var away = AwayElements()

  /// Makes the next snapshot from the previous one, and sends it to the subscribers.
  ///
  /// - Parameters:
  ///   - number: the new version's number, which is the revision of what changed.
  ///   - hasTotals: whether a section may come back with other totals than it left with.
  ///   - make: makes the new list's snapshot from nothing.
  func send(
    _ changes: ChangeSet, from old: Snapshot, number: Int, hasTotals: Bool,
    sectionID: (Int) -> NSManagedObjectID?, itemID: (ItemPlace) -> NSManagedObjectID, make: () -> Snapshot
  ) -> Snapshot {
    away.forgetEdited()
    let still = changes.unchangedMoves
    let new =
      (try? changes.apply(
        to: old,
        sectionAt: { index in
          let id = sectionID(index)
          if let from = still.sections[index] { return ListElement(id, revision: old.sections[from].element.revision) }
          let known = hasTotals ? nil : away.revision(ofSection: id)
          return ListElement(id, revision: known ?? number)
        },
        itemAt: { place in
          let id = itemID(place)
          if let from = still.items[place] { return ListElement(id, revision: old[from].revision) }
          return ListElement(id, revision: away.revision(of: id) ?? number)
        })) ?? make()
    let isAnyoneBehind = post(changes, new, number: number)
    if isAnyoneBehind { away.note(changes, leaving: old) } else { away = AwayElements() }
    return new
  }

  /// Sends a list without changes from the previous one, so that clients must read it whole.
  func restart(_ new: Snapshot, number: Int) {
    away = AwayElements()
    post(nil, new, number: number)
  }

  /// Replaces the IDs of objects in a snapshot, and sends the result as a version of its own.
  ///
  /// - Parameter changes: the renamings, with the places of the objects in the list.
  /// - Complexity: O(renamed).
  func rename(_ changes: ChangeSet, in old: Snapshot) -> Snapshot {
    let sections = Dictionary(zip(changes.sections.updated.map(\.new), changes.sections.renamed.map(\.new))) { $1 }
    let items = Dictionary(zip(changes.items.updated.map(\.new), changes.items.renamed.map(\.new))) { $1 }
    // The objects themselves have not changed, so they keep their revisions.
    let renamed = try? changes.apply(
      to: old,
      sectionAt: { ListElement(sections[$0] ?? old.sections[$0].id, revision: old.sections[$0].element.revision) },
      itemAt: { ListElement(items[$0] ?? old[$0].id, revision: old[$0].revision) })
    guard let renamed else { return old }
    post(changes, renamed, number: version + 1)
    return renamed
  }

  /// Creates a sequence of updates for a new consumer. Its first element is the current list.
  ///
  /// - Parameter snapshot: the current list.
  func subscribe(_ snapshot: Snapshot, number: Int) -> SectionedFetchedResultsUpdates {
    let mailbox = UpdateMailbox(joining: SectionedFetchedResultsUpdate.joining)
    subscribers.removeAll { $0.mailbox == nil }
    subscribers.append(Subscriber(mailbox: mailbox))
    version = max(version, number)
    mailbox.put(SectionedFetchedResultsUpdate(version: version, changes: nil, snapshot: snapshot))
    return SectionedFetchedResultsUpdates(mailbox: mailbox)
  }

  /// Adds a reader, which is notified of each new list. It is not retained.
  func add(_ reader: some ListReader) {
    readers.removeAll { $0.reader == nil }
    readers.append(Reader(reader))
  }

  /// Whether there may be a reader. Released ones still count until the next one is added.
  var hasReaders: Bool { !readers.isEmpty }

  /// Notifies the readers of a new list.
  ///
  /// - Parameter changes: the changes from the previous list; nil if the list must be read whole.
  func notifyReaders(of changes: ChangeSet?) {
    for reader in readers { reader.reader?.listDidChange(by: changes) }
  }

  /// Notifies the readers that objects got other IDs. The list is the same.
  func notifyReaders(ofRenaming changes: ChangeSet) {
    for reader in readers { reader.reader?.objectsWereRenamed(changes) }
  }

  /// Notifies the readers that the list has new instances of its objects. The list stays the same.
  func notifyReadersOfNewObjects() {
    for reader in readers { reader.reader?.objectsWereMadeAnew() }
  }

  /// Whether a reader reads numbers of items that include hidden ones.
  var readsTotals: Bool { readers.contains { $0.reader?.readsTotals == true } }

  /// Notifies the readers that sections have other total numbers of items, counting hidden ones.
  func notifyReaders(ofTotalsOf sections: [NSManagedObjectID?]) {
    for reader in readers { reader.reader?.totalsDidChange(of: sections) }
  }

  /// Ends all sequences.
  func finish() {
    for subscriber in subscribers { subscriber.mailbox?.finish() }
  }

  /// Delivers a new list to all consumers, and removes those that are gone.
  ///
  /// - Returns: whether a consumer has not yet read an element with changes, so that the next changes are combined with
  ///   these.
  @discardableResult
  private func post(_ changes: ChangeSet?, _ snapshot: Snapshot, number: Int) -> Bool {
    // A renaming also counts as a version, because consumers may keep identifiers.
    version = max(version + 1, number)
    let update = SectionedFetchedResultsUpdate(version: version, changes: changes, snapshot: snapshot)
    var (isAnyoneBehind, isAnyoneGone) = (false, false)
    for subscriber in subscribers {
      guard let mailbox = subscriber.mailbox else {
        isAnyoneGone = true
        continue
      }
      if mailbox.put(update)?.changes != nil { isAnyoneBehind = true }
    }
    if isAnyoneGone { subscribers.removeAll { $0.mailbox == nil } }
    return isAnyoneBehind
  }

  /// Whether changed objects must be recorded. They must if there is a subscriber, because an object may leave the list
  /// and come back within one element of the sequence.
  var needsEdited: Bool { !subscribers.isEmpty }

  /// Records changed objects, in the list or not, until their event is delivered.
  func noteEdited(_ ids: some Sequence<NSManagedObjectID>) { away.edited.append(contentsOf: ids) }

  /// Forgets the elements that left the list. Called after a reset, because the objects may have changed elsewhere
  /// without a report.
  func forgetAway() { away = AwayElements() }

  /// Forgets the changed objects, because all events are delivered.
  func eventsAreDelivered() {
    guard !away.edited.isEmpty else { return }
    away.forgetEdited()
    away.edited = []
  }
}

/// An observer that reads the controller's list on demand and stores no copy of it.
package protocol ListReader: AnyObject {
  /// Called when the controller shows another list, other objects or other IDs, so that values read before are out of
  /// date.
  func listDidChange()

  /// Called like ``listDidChange()``, with the changes from the previous list; nil if the list must be read whole. The
  /// default implementation calls ``listDidChange()``.
  func listDidChange(by changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>?)

  /// Called when objects of the list got other IDs, listed in `sections.renamed` and `items.renamed`. The list stays
  /// the same. Do not read from the controller here; ``listDidChange()`` follows when it may be read.
  func objectsWereRenamed(_ changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>)

  /// Called when the list has new instances of all objects, with the same IDs. Do not read from the controller here;
  /// ``listDidChange()`` follows.
  func objectsWereMadeAnew()

  /// Whether ``totalsDidChange(of:)`` should be called. Finding these sections costs O(sections) for each event of a
  /// list with limits.
  var readsTotals: Bool { get }

  /// Called when the total numbers of items of some sections changed, counting hidden items.
  func totalsDidChange(of sections: [NSManagedObjectID?])
}

extension ListReader {
  package func listDidChange(by changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>?) {
    listDidChange()
  }

  package func objectsWereRenamed(_ changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>) {}

  package func objectsWereMadeAnew() {}

  package var readsTotals: Bool { false }

  package func totalsDidChange(of sections: [NSManagedObjectID?]) {}
}

extension SectionedChangeSet {
  /// The old places of elements that moved but did not change, by new place.
  package var unchangedMoves: (sections: [Int: Int], items: [ItemPlace: ItemPlace]) {
    if sections.moved.isEmpty, items.moved.isEmpty { return ([:], [:]) }
    func unchanged<Place>(_ moves: [ListMove<Place>]) -> [Place: Place] {
      if moves.allSatisfy({ $0.keys?.isEmpty != true }) { return [:] }
      return Dictionary(moves.filter { $0.keys?.isEmpty == true }.map { ($0.to, $0.from) }) { first, _ in first }
    }
    return (unchanged(sections.moved), unchanged(items.moved))
  }
}
