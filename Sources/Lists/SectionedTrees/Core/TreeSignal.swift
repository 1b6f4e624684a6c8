import CoreData
import SectionedChanges
import SectionedDataSources

/// A source with one item. The item's revision is the number of steps that the tree has made.
///
/// The rows of the tree are a source that is built on this one. So the steps of a tree follow the rules of all sources:
/// a step waits until an open change of a source beneath ends, and observers are notified after all sources above have
/// taken it. A step that changes no row is delivered, too. A fetched tree has one more node, between its lists and this
/// one; see `FetchedNodes`.
final class TreeSignal: SectionedDataSource {
  typealias Section = OnlySection
  typealias SectionID = OnlySection
  typealias Item = Int
  typealias ItemID = OnlySection

  let core: SourceCore<OnlySection, OnlySection>
  /// The context whose events the tree follows; nil for a tree in memory.
  weak var context: NSManagedObjectContext?

  init() { core = SourceCore(snapshot: Self.list(0)) }

  /// The number of steps of the tree.
  var number: Int { Self.number(of: core.snapshot) }

  static func number(of snapshot: Snapshot) -> Int { snapshot[ItemPlace(section: 0, item: 0)].revision }

  private static func list(_ number: Int) -> Snapshot {
    let item = ListElement(ListedID(OnlySection()), revision: number)
    return Snapshot(sections: [Snapshot.Section(ListedID(OnlySection()), items: [item])])
  }

  /// The step that increments the number.
  func next() -> SourceCore<OnlySection, OnlySection>.Step {
    let place = ItemPlace(section: 0, item: 0)
    return .init(
      snapshot: Self.list(number + 1),
      changes: .init(items: ListChanges(updated: [ListUpdate(old: place, new: place, keys: nil)])))
  }

  func item(for id: ListedID<OnlySection>) -> Int? { number }
  func section(for id: ListedID<OnlySection>) -> OnlySection? { OnlySection() }
  func place(of id: ListedID<OnlySection>) -> ItemPlace? { ItemPlace(section: 0, item: 0) }
  func index(ofSection id: ListedID<OnlySection>) -> Int? { 0 }
}
