import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

/// The sections of a fetched list, in order, each observed separately: a view that reads one of them is not updated
/// when only another one changes.
///
/// ```swift
/// List(_countries.sections) { country in CountryView(country: country) }
/// ```
///
/// The order and the identifiers are those of one version of the list. Each section reads the current list when it is
/// accessed.
public struct ObservedSections<SectionObject: NSManagedObject, Item: NSManagedObject>: RandomAccessCollection {
  /// A section.
  public typealias Element = ObservedSection<SectionObject, Item>

  let state: FetchedSectionsState<SectionObject, Item>
  let list: FetchedDataSource<SectionObject, Item>.Snapshot

  /// Zero.
  public var startIndex: Int { 0 }
  /// The number of sections.
  public var endIndex: Int { list.numberOfSections }

  /// The section at an index.
  public subscript(position: Int) -> Element {
    guard position >= 0, position < endIndex else {
      fatalError("There is no section \(position): there are \(endIndex). Ask count first.")
    }
    return ObservedSection(id: list.sections[position].id, state: state)
  }
}

/// A section of a fetched list, which is looked up by its identifier at each access. So a view may keep it, and always
/// shows the current state of the section.
///
/// A view that reads ``object``, ``items`` or ``count`` is updated when this section changes, leaves the list or
/// returns to it.
public struct ObservedSection<SectionObject: NSManagedObject, Item: NSManagedObject>: Identifiable, Equatable {
  /// The identifier of the section, which stays the same after its object was deleted.
  public let id: ListedID<NSManagedObjectID?>
  let state: FetchedSectionsState<SectionObject, Item>

  /// The object; nil for the section of the items without one, and for a section that is not in the list.
  @MainActor public var object: SectionObject? {
    state.reads.record(.section(id))
    return state.source?.section(for: id)?.object
  }

  /// The items in order, as one value; empty if the section is not in the list.
  @MainActor public var items: FetchedSections<SectionObject, Item>.Items {
    state.reads.record(.section(id))
    return FetchedSections.Items(
      ids: state.list?.section(for: id)?.items ?? [], context: state.source?.managedObjectContext)
  }

  /// The number of items.
  @MainActor public var count: Int { items.count }

  /// Whether both are the same section of the same list. The section's content may have changed since one of them was
  /// made.
  public static func == (first: Self, second: Self) -> Bool {
    first.id == second.id && first.state === second.state
  }
}

@MainActor
extension ObservedSection {
  /// Deletes items from their context, for SwiftUI's `onDelete`. Does not save.
  ///
  /// - Parameter offsets: indices of ``items``. Indices out of range are ignored.
  public func delete(_ offsets: IndexSet) {
    let items = items
    for item in offsets.filter({ $0 < items.count }).map({ items[$0] }) where item.managedObjectContext != nil {
      item.managedObjectContext?.delete(item)
    }
    state.source?.managedObjectContext.processPendingChanges()
  }

  /// Moves items within the section, for SwiftUI's `onMove`, by setting their positions. Does not save.
  ///
  /// - Parameters:
  ///   - offsets: indices of ``items``. Indices out of range are ignored.
  ///   - target: the index of the item before which they are moved; the number of items for the end.
  ///   - position: the attribute of the items that has their position in the section. The list is sorted by it.
  /// - Throws: `ListReorderingError` if the items are not in the order of their positions. Moves that were made before
  ///   the error are kept.
  public func move(_ offsets: IndexSet, to target: Int, position: String) throws {
    guard let source = state.source, let section = source.index(ofSection: id) else { return }
    let reordering = ListReordering(of: source, position: position)
    for (from, to) in SingleMoves.moves(of: offsets, to: target, count: source.numberOfItems(inSection: section)) {
      try reordering.move(from: ItemPlace(section: section, item: from), to: ItemPlace(section: section, item: to))
    }
  }
}
