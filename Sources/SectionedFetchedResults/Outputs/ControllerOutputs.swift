import CoreData
import SectionedChanges

/// The outputs of a controller besides its delegate's calls. Nothing is kept, and nothing costs, before it is asked
/// for.
final class ControllerOutputs {
  typealias ChangeSet = SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
  typealias Snapshot = SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>

  private struct Subscriber {
    weak var mailbox: UpdateMailbox<SectionedFetchedResultsUpdate>?
  }

  // A class: to look at a weak reference in a struct of an array, the struct is copied, which registers another one.
  private final class Reader {
    private(set) weak var reader: (any ListReader)?

    init(_ reader: any ListReader) { self.reader = reader }
  }

  private var subscribers: [Subscriber] = []
  private var readers: [Reader] = []
  /// The version of the newest element.
  private var version = 0
  private var away = AwayElements()

  /// Makes the next snapshot from the one before, and sends it to the subscribers.
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

  /// Sends a list that is to be read whole, without changes from the one before.
  func restart(_ new: Snapshot, number: Int) {
    away = AwayElements()
    post(nil, new, number: number)
  }

  /// Replaces the IDs of objects in a snapshot, and sends that as a version of its own.
  ///
  /// - Parameter changes: the renamings, with the places of the objects in the list.
  /// - Complexity: O(renamed).
  func rename(_ changes: ChangeSet, in old: Snapshot) -> Snapshot {
    let sections = Dictionary(zip(changes.sections.updated.map(\.new), changes.sections.renamed.map(\.new))) { $1 }
    let items = Dictionary(zip(changes.items.updated.map(\.new), changes.items.renamed.map(\.new))) { $1 }
    // A consumer that shows the objects has nothing else to show: their revisions stay.
    let renamed = try? changes.apply(
      to: old,
      sectionAt: { ListElement(sections[$0] ?? old.sections[$0].id, revision: old.sections[$0].element.revision) },
      itemAt: { ListElement(items[$0] ?? old[$0].id, revision: old[$0].revision) })
    guard let renamed else { return old }
    post(changes, renamed, number: version + 1)
    return renamed
  }

  /// - Parameter snapshot: what is shown now.
  func subscribe(_ snapshot: Snapshot, number: Int) -> SectionedFetchedResultsUpdates {
    let mailbox = UpdateMailbox(joining: SectionedFetchedResultsUpdate.joining)
    subscribers.removeAll { $0.mailbox == nil }
    subscribers.append(Subscriber(mailbox: mailbox))
    version = max(version, number)
    mailbox.put(SectionedFetchedResultsUpdate(version: version, changes: nil, snapshot: snapshot))
    return SectionedFetchedResultsUpdates(mailbox: mailbox)
  }

  /// Notifies a reader of each new list from now on. It is not kept alive.
  func add(_ reader: some ListReader) {
    readers.removeAll { $0.reader == nil }
    readers.append(Reader(reader))
  }

  /// Whether there may be a reader: those that are gone are forgotten when another one is added.
  var hasReaders: Bool { !readers.isEmpty }

  /// - Parameter changes: the changes that lead to the list that is shown; nil where it is to be read whole.
  func notifyReaders(of changes: ChangeSet?) {
    for reader in readers { reader.reader?.listDidChange(by: changes) }
  }

  /// Notifies the readers that objects got other IDs. The list is the same.
  func notifyReaders(ofRenaming changes: ChangeSet) {
    for reader in readers { reader.reader?.objectsWereRenamed(changes) }
  }

  /// Notifies the readers that the objects of the list are other ones. The list is the same.
  func notifyReadersOfNewObjects() {
    for reader in readers { reader.reader?.objectsWereMadeAnew() }
  }

  /// Whether a reader reads how many items a section has that are not shown.
  var readsTotals: Bool { readers.contains { $0.reader?.readsTotals == true } }

  /// Notifies the readers that sections have other numbers of items, shown or not.
  func notifyReaders(ofTotalsOf sections: [NSManagedObjectID?]) {
    for reader in readers { reader.reader?.totalsDidChange(of: sections) }
  }

  /// Ends all sequences.
  func finish() {
    for subscriber in subscribers { subscriber.mailbox?.finish() }
  }

  /// - Returns: whether changes wait for a consumer, so that the next ones are combined with them.
  @discardableResult
  private func post(_ changes: ChangeSet?, _ snapshot: Snapshot, number: Int) -> Bool {
    // A renaming alone is a version of the list for a consumer that keeps identifiers.
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

  /// Whether changed objects have to be recorded: an object may leave the list and come back within one element that a
  /// subscriber gets.
  var needsEdited: Bool { !subscribers.isEmpty }

  /// Notes objects that changed, in the list or not, until the event is delivered.
  func noteEdited(_ ids: some Sequence<NSManagedObjectID>) { away.edited.append(contentsOf: ids) }

  /// Forgets the elements that left the list, when objects are made anew: they may have been changed elsewhere,
  /// unnoticed.
  func forgetAway() { away = AwayElements() }

  /// Forgets the objects that changed, when all events are delivered.
  func eventsAreDelivered() {
    guard !away.edited.isEmpty else { return }
    away.forgetEdited()
    away.edited = []
  }
}

/// Reads what the controller shows whenever it is asked, and keeps nothing of it.
package protocol ListReader: AnyObject {
  /// The controller shows another list, other objects or other IDs: what was read is out of date.
  func listDidChange()

  /// The same, with the changes that lead to the list that is shown now; nil where it is to be read whole.
  func listDidChange(by changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>?)

  /// Objects of the list got other IDs, which `sections.renamed` and `items.renamed` name. The list is the same.
  /// Nothing is asked of the controller here: ``listDidChange()`` follows, when that can be reported.
  func objectsWereRenamed(_ changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>)

  /// All objects of the list were made anew, by the same IDs. Nothing is asked of the controller here:
  /// ``listDidChange()`` follows.
  func objectsWereMadeAnew()

  /// Whether ``totalsDidChange(of:)`` is to be called. Finding these sections costs O(sections) for each event of a list
  /// with limits.
  var readsTotals: Bool { get }

  /// The numbers of items of some sections changed, shown or not.
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
  /// The old places of what moved without having changed, by new place.
  package var unchangedMoves: (sections: [Int: Int], items: [ItemPlace: ItemPlace]) {
    if sections.moved.isEmpty, items.moved.isEmpty { return ([:], [:]) }
    func unchanged<Place>(_ moves: [ListMove<Place>]) -> [Place: Place] {
      if moves.allSatisfy({ $0.keys?.isEmpty != true }) { return [:] }
      return Dictionary(moves.filter { $0.keys?.isEmpty == true }.map { ($0.to, $0.from) }) { first, _ in first }
    }
    return (unchanged(sections.moved), unchanged(items.moved))
  }
}
