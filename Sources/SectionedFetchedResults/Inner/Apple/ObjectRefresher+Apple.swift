#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import OrderedRows

  /// Makes the fetched results controllers of a context look again at objects of which nothing changed.
  ///
  /// Use it in a block of its own on the context's queue, not while the context reports an event, as in the middle of a
  /// save: refreshing an object reads what other contexts and processes stored since, and the save would overwrite it
  /// unnoticed.
  package final class ObjectRefresher {
    private let context: NSManagedObjectContext
    /// The objects that the controllers of the context have refreshed, until that is over.
    private let announced: RefreshAnnouncements
    /// Objects that are refreshed right now.
    private var current: Set<NSManagedObjectID> = []
    /// The objects of the refresh under way that the context has not named yet.
    private var left: Set<NSManagedObjectID> = []
    /// Whether other lists have replaced those for which this one refreshed, and refresh the rest.
    private(set) var isAbandoned = false

    package init(_ context: NSManagedObjectContext) {
      self.context = context
      announced = RefreshAnnouncements(context)
    }

    /// Takes over the announcements from before this one observed.
    func take(over previous: ObjectRefresher) { announced.take(over: previous.announced) }

    /// Ends a refresh that is under way, because other lists replace those for which it is made.
    ///
    /// - Returns: the objects that the context has not named yet; empty where nothing is under way.
    func abandon() -> Set<NSManagedObjectID> {
      defer { (left, isAbandoned) = ([], true) }
      return left
    }

    /// Makes the context name objects as refreshed, and those with changes as changed. They keep their changes.
    ///
    /// - Parameters:
    ///   - ids: the objects.
    ///   - willName: called with each object before the context names it, and with nil for one that is gone.
    /// - Complexity: O(objects), one fetch for the faults of each entity, and one row read for each object that has no
    ///   changes.
    package func refresh(
      _ ids: Set<NSManagedObjectID>, willName: (NSManagedObjectID, NSManagedObject?) -> Void
    ) {
      (current, left) = (ids, ids)
      // A fault is filled first: refreshing one notifies no observer.
      let filled = Self.fill(ids, in: context)
      defer { withExtendedLifetime(filled) {} }
      var changed: [NSManagedObject] = []
      var clean: [NSManagedObject] = []
      for id in ids {
        guard let object = try? context.existingObject(with: id), !object.isDeleted else {
          willName(id, nil)
          continue
        }
        willName(id, object)
        if object.hasChanges { changed.append(object) } else { clean.append(object) }
      }
      // A notification may come before a call returns: what it will name is noted first.
      let values = Dictionary((clean + changed).map { ($0.objectID, self.values(of: $0)) }) { first, _ in first }
      RefreshAnnouncements.post(Set(values.keys), values: values, in: context)
      // An observer may reset the context meanwhile.
      for object in clean where left.remove(object.objectID) != nil && object.managedObjectContext === context {
        context.refresh(object, mergeChanges: true)
      }
      // A nudge is nothing that the user could undo. An observer may replace the manager meanwhile.
      let manager = changed.isEmpty ? nil : context.undoManager
      manager?.disableUndoRegistration()
      for object in changed where left.remove(object.objectID) != nil && object.managedObjectContext === context {
        nudge(object)
      }
      context.processPendingChanges()
      if manager?.isUndoRegistrationEnabled == false { manager?.enableUndoRegistration() }
      left = []
    }

    /// Fills the faults among objects, with one fetch for each entity.
    ///
    /// - Returns: the filled objects, to be held: they are faults again when nothing holds them.
    package static func fill(_ ids: Set<NSManagedObjectID>, in context: NSManagedObjectContext) -> [NSManagedObject] {
      let faults = ids.filter { !$0.isTemporaryID && context.registeredObject(for: $0)?.isFault != false }
      return Dictionary(grouping: faults, by: \.entity).flatMap { entity, ids in
        // A single one is read by itself.
        if ids.count == 1 { return [NSManagedObject]() }
        let request = NSFetchRequest<NSManagedObject>()
        request.entity = entity
        request.predicate = NSPredicate(format: "SELF IN %@", ids)
        request.includesPendingChanges = false
        request.returnsObjectsAsFaults = false
        // An object that cannot be read now is missed, or fails, when it is read by itself.
        return (try? context.fetch(request)) ?? []
      }
    }

    /// Whether objects are between the neighbours that a controller's order gives them. One that is not in its list is.
    ///
    /// A context may make one event of several objects that are refreshed, or one of each: then a controller places an
    /// object by its neighbours, of which some are not in order yet.
    ///
    /// - Complexity: O(objects · log rows), and O(objects) comparisons.
    package static func areInOrder(
      _ ids: Set<NSManagedObjectID>, in controller: NSFetchedResultsController<NSManagedObject>
    ) -> Bool {
      let (order, context) = (controller.fetchRequest.sortDescriptors ?? [], controller.managedObjectContext)
      func isBefore(_ left: NSManagedObject, _ right: NSManagedObject) -> Bool {
        for descriptor in order {
          switch descriptor.compare(left, to: right) {
          case .orderedAscending: return true
          case .orderedDescending: return false
          case .orderedSame: continue
          }
        }
        return true
      }
      return ids.allSatisfy { id in
        let object = context.object(with: id)
        guard let place = controller.indexPath(forObject: object).map(RowPlace.init(_:)) else { return true }
        let count = controller.sections?[place.section].numberOfObjects ?? 0
        func neighbour(_ item: Int) -> NSManagedObject {
          controller.object(at: RowPlace(section: place.section, item: item).indexPath)
        }
        return (place.item == 0 || isBefore(neighbour(place.item - 1), object))
          && (place.item + 1 >= count || isBefore(object, neighbour(place.item + 1)))
      }
    }

    /// The number of times that objects are refreshed until they are in order. Then the list is fetched again.
    package static var mostPasses: Int { 4 }

    /// Ends a refresh: the controllers have reported all that they will.
    package func end() {
      RefreshAnnouncements.post(current, isOver: true, in: context)
      current = []
    }

    /// Makes the context name an object with changes as changed. It is not read again: that would take in what other
    /// contexts and processes stored since, and saving the object would overwrite it unnoticed.
    private func nudge(_ object: NSManagedObject) {
      #if canImport(Darwin)
        // A property whose value is compared, so that the nudge counts as no change.
        guard let key = values(of: object).keys.first ?? object.changedValues().keys.first else { return }
        object.willChangeValue(forKey: key)
        object.didChangeValue(forKey: key)
      #else
        // Our objects compare values, and name nothing that is as it was. A new one is not refreshed at all.
        if object.isInserted {
          context.announceRefresh(of: [object.objectID])
        } else {
          context.refresh(object, mergeChanges: true)
        }
      #endif
    }

    /// Whether a notification names an object only because a controller of the context refreshes it.
    package func isAnnounced(_ object: NSManagedObject) -> Bool { announced.ids.contains(object.objectID) }

    /// Whether this one refreshes an object right now.
    package func isRefreshing(_ object: NSManagedObject) -> Bool { current.contains(object.objectID) }

    /// The properties that changed while an object was refreshed: another context or process stored something since it
    /// was read, or an observer changed it.
    package func keysTakenIn(_ object: NSManagedObject) -> Set<String> {
      guard let before = announced.values[object.objectID] else { return [] }
      let now = values(of: object)
      let further = object.changedValuesForCurrentEvent().keys.filter { before[$0] == nil }
      return Set(before.keys.filter { !EventKeys.isSameValue(before[$0], now[$0]) }).union(further)
    }

    /// The values that may change when an object is read again, without those stored in external files and to-many
    /// relationships.
    private func values(of object: NSManagedObject) -> [String: Any] {
      let attributes = object.entity.attributesByName.values.filter { !$0.allowsExternalBinaryDataStorage }.map(\.name)
      let relationships = object.entity.relationshipsByName.values.filter { !$0.isToMany }.map(\.name)
      var values: [String: Any] = [:]
      for key in attributes + relationships { values[key] = object.value(forKey: key) ?? NSNull() }
      return values
    }
  }
#endif
