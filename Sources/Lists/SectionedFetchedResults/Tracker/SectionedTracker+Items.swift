import CoreData
import SectionedChanges

extension SectionedTracker {
  /// The item at a place of the shown list. A place that does not exist is a programming error, and stops the program.
  func object(section: Int, item: Int) -> NSManagedObject {
    checkQueue()
    let version = shown.version
    guard section >= 0, section < version.sectionCount else {
      shown.requireFetched("item [\(section), \(item)]")
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

  /// The object at an existing place of the shown list.
  func shownObject(at place: ItemPlace) -> NSManagedObject {
    // Asked by place, the inner controller uses the fetch batch size.
    if let lists = currentLists, !shown.version.ordersUnmatched(at: place),
      let object = lists.items.object(
        at: lists.engine.innerPlace(of: place), ifNamed: shown.version.token(at: place))
    {
      return object
    }
    let token = shown.version.token(at: place)
    guard let lists = shownLists else { FirstFetch.isMissing("item") }
    if !leaving.isEmpty, let object = leaving[lists.id(of: token)] { return live(object) }
    return lists.object(of: token).map(live) ?? context.object(with: lists.id(of: token))
  }

  /// The object itself, or the context's current one for a fault from before a reset, which has no values.
  func live<Object: NSManagedObject>(_ object: Object) -> Object {
    guard object.isFault, object.managedObjectContext == nil else { return object }
    return context.object(with: object.objectID) as? Object ?? object
  }

  /// The lists, if the inner controllers have exactly the shown version; otherwise nil.
  private var currentLists: FetchedLists? {
    guard let lists, lists === shownLists, !isHeld, lists.pending.isEmpty, !lists.items.recorder.isLate,
      lists.engine.version.isSame(as: shown.version)
    else { return nil }
    return lists
  }

  /// The shown place of an object; nil when it is not shown.
  func shownPlace(of object: NSManagedObject) -> ItemPlace? {
    checkQueue()
    guard let lists = shownLists, context.reaches(object.objectID) else { return nil }
    if let lists = currentLists {
      let place = lists.items.place(of: object)
      // The inner controller may be ahead of its reports.
      if !FetchedLists.innerMayPassOver || place.map({ lists.engine.isRow(lists.token(of: object), at: $0) }) == true {
        return place.flatMap { lists.engine.shownPlace(of: $0) }
      }
    }
    // A token is unique only among items.
    guard object.entity.isKindOf(entity: lists.items.entity) else { return nil }
    return shown.version.place(of: lists.token(of: object))
  }
  /// The shown place of the object with an ID, which may be of any model and store; nil when it is not shown.
  func shownPlace(of id: NSManagedObjectID) -> ItemPlace? {
    checkQueue()
    guard let lists = shownLists, context.reaches(id),
      !id.isTemporaryID || id.entity.isKindOf(entity: lists.items.entity)
    else { return nil }
    return shownPlace(of: context.object(with: id))
  }
}
