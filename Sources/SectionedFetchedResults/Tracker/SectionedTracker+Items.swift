import CoreData
import SectionedChanges

extension SectionedTracker {
  /// The item at a place of the shown list. One that is not in the list is a programming error.
  func object(section: Int, item: Int) -> NSManagedObject {
    checkQueue()
    let version = shown.version
    guard section >= 0, section < version.sectionCount else {
      fatalError(
        "There is no item [\(section), \(item)]: the list has \(version.sectionCount) sections. "
          + "Ask allSections.count first.")
    }
    guard item >= 0, item < version.itemCount(at: section) else {
      fatalError(
        "There is no item [\(section), \(item)]: section \(section) has \(version.itemCount(at: section)) items. "
          + "Ask allSections[\(section)].numberOfObjects first.")
    }
    return shownObject(at: ItemPlace(section: section, item: item))
  }

  /// The object at a place of the shown list, which must exist.
  func shownObject(at place: ItemPlace) -> NSManagedObject {
    // The inner controller fetches in batches what is asked of it by place.
    if let lists, isInnerCurrent, !shown.version.ordersUnmatched(at: place) {
      return lists.items.object(at: lists.engine.innerPlace(of: place))
    }
    let token = shown.version.token(at: place)
    return lists?.unsaved.object(token) ?? lists?.items.object(of: token) ?? context.object(with: id(of: token))
  }

  /// Whether the inner controllers show what this one shows.
  var isInnerCurrent: Bool {
    guard let lists else { return false }
    return lists.pending.isEmpty && !lists.items.recorder.isLate && !isShowingOther && held == nil
  }

  /// Where an object is shown.
  func shownPlace(of object: NSManagedObject) -> ItemPlace? {
    checkQueue()
    guard let lists else { return nil }
    guard isInnerCurrent else { return shown.version.place(of: lists.token(of: object)) }
    return lists.items.place(of: object).flatMap { lists.engine.shownPlace(of: $0) }
  }
}
