import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

extension FetchedRows {
  /// Fetches the window again, if an event may affect it.
  ///
  /// - Complexity: O(window), in addition to the fetch.
  func fetchWindow(after notice: ContextNotice) {
    guard let query, let context, notice.entities.contains(where: query.concerns) else { return }
    let changed = Set(notice.changed.map { ids.first(of: $0.id) })
    let revised = changed.filter { notice.isMerge ? !lastChanged.has($0) : !isRefreshedUnchanged($0) }
    core.perform {
      let number = fetches
      do {
        let found = try fetchIDs(query, in: context)
        guard number == fetches else { return touch(revised) }
        if found == shownIDs { touch(revised) } else { show(found, isRevised: revised.contains) }
      } catch {
        report(error)
        touch(revised)
      }
    }
  }

  private var shownIDs: [NSManagedObjectID] {
    list.order.sectionCount > 0 ? list.order.items(at: 0).map { list.items[$0].id } : []
  }

  private func touch(_ revised: Set<NSManagedObjectID>) {
    for id in revised where list.holds(Key(id)) {
      if let slot = list.items.slot(of: Key(id)) { list.touchItem(slot, isRevised: true) }
      core.setNeedsSettling()
    }
  }

  /// Returns the object at an index, and fills the objects that follow it in the same fetch.
  func filledObject(
    _ first: NSManagedObjectID, at index: Int, in context: NSManagedObjectContext
  ) -> NSManagedObject {
    let object = ids.object(first) ?? context.object(with: ids.current(of: first))
    guard object.isFault, let query, query.batchSize > 1, !object.objectID.isTemporaryID else { return object }
    let end = min(list.order.itemCount, index + query.batchSize)
    let batch = (index..<end).map { list.items[list.order.itemSlot(at: ItemPlace(section: 0, item: $0))].id }
      .map { ids.current(of: $0) }.filter { !$0.isTemporaryID }
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = query.entity
    request.predicate = NSPredicate(format: "SELF IN %@", batch)
    request.returnsObjectsAsFaults = false
    // If the fetch fails, an object is read, or fails, when one of its values is accessed.
    filled = (try? context.fetch(request)) ?? []
    return object
  }
}
