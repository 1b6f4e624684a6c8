#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import OrderedRows

  /// Makes a context's fetched results controllers evaluate unchanged objects again.
  ///
  /// Use it in a block of its own on the context's queue, not while the context reports an event, for example during a
  /// save. A refresh reads what other contexts and processes have stored since, and the save would overwrite that
  /// unnoticed.
  package final class ObjectRefresher {
    private let context: NSManagedObjectContext
    /// The objects that the controllers of the context are refreshing, and their values before.
    private let announced: RefreshAnnouncements
    // Objects and not their IDs, because an observer of the refresh may give them permanent IDs.
    /// The objects that this refresher is refreshing.
    private var current: Set<NSManagedObject> = []
    /// The objects of the running refresh that the context has not named yet.
    private var left: Set<NSManagedObject> = []
    /// Whether newer lists have replaced this refresher's lists and taken over the rest of its refresh.
    private(set) var isAbandoned = false

    package init(_ context: NSManagedObjectContext) {
      self.context = context
      announced = RefreshAnnouncements(context)
    }

    /// Takes over the announcements that the previous refresher received.
    func take(over previous: ObjectRefresher) { announced.take(over: previous.announced) }

    /// Stops a running refresh, because newer lists replace this refresher's lists.
    ///
    /// - Returns: the objects that the context has not named yet; empty if no refresh is running.
    func abandon() -> Set<NSManagedObjectID> {
      defer { (left, isAbandoned) = ([], true) }
      return Set(left.map(\.objectID))
    }

    /// Makes the context's notifications name objects as refreshed, or as updated if they have unsaved changes. The
    /// objects keep these changes.
    ///
    /// - Parameters:
    ///   - objects: the objects. One from before a reset means the context's current object with its ID.
    ///   - willName: called with each object before the context names it, unless the object is gone.
    /// - Complexity: O(objects), one fetch for the faults of each entity, and one row read for each object that has no
    ///   changes.
    package func refresh(_ objects: Set<NSManagedObject>, willName: (NSManagedObject) -> Void) {
      let objects = Set(
        objects.compactMap { object in
          if object.managedObjectContext === context { return object }
          return context.reaches(object.objectID) ? context.object(with: object.objectID) : nil
        })
      (current, left) = (objects, objects)
      // Fill faults first, because refreshing a fault notifies no observer.
      let filled = Self.fill(Set(objects.map(\.objectID)), in: context)
      defer { withExtendedLifetime(filled) {} }
      let present = objects.filter { (try? context.existingObject(with: $0.objectID)) != nil && !$0.isDeleted }
      for object in present { willName(object) }
      // The context may post before `refresh` returns, so announce first what the notification will name.
      RefreshAnnouncements.post(Dictionary(present.map { ($0, values(of: $0)) }) { first, _ in first }, in: context)
      let (changed, clean) = (present.filter(\.hasChanges), present.filter { !$0.hasChanges })
      // An observer may reset the context meanwhile.
      for object in clean where left.remove(object) != nil && object.managedObjectContext === context {
        context.refresh(object, mergeChanges: true)
      }
      // The user must not be able to undo a nudge. An observer may replace the undo manager meanwhile.
      let manager = changed.isEmpty ? nil : context.undoManager
      manager?.disableUndoRegistration()
      for object in changed where left.remove(object) != nil && object.managedObjectContext === context {
        nudge(object)
      }
      context.processPendingChanges()
      if manager?.isUndoRegistrationEnabled == false { manager?.enableUndoRegistration() }
      left = []
    }

    /// Fills the faults among objects, with one fetch for each entity.
    ///
    /// - Returns: the filled objects. Keep them alive, or they become faults again.
    package static func fill(_ ids: Set<NSManagedObjectID>, in context: NSManagedObjectContext) -> [NSManagedObject] {
      let faults = ids.filter { !$0.isTemporaryID && context.registeredObject(for: $0)?.isFault != false }
      return Dictionary(grouping: faults, by: \.entity).flatMap { entity, ids in
        // A single fault is filled when it is accessed.
        if ids.count == 1 { return [NSManagedObject]() }
        let request = NSFetchRequest<NSManagedObject>()
        request.entity = entity
        request.predicate = NSPredicate(format: "SELF IN %@", ids)
        request.includesPendingChanges = false
        request.returnsObjectsAsFaults = false
        // If the fetch fails, each object is read on its own later, and found missing or unreadable then.
        return (try? context.fetch(request)) ?? []
      }
    }

    /// Whether objects are between the right neighbours by a controller's sort descriptors. An object outside its list
    /// counts as in order.
    ///
    /// A context may report several refreshed objects in one event, or each in an event of its own. In the second case,
    /// a controller may place an object next to neighbours that are not at their right places yet.
    ///
    /// - Complexity: O(objects · log rows), and O(objects) comparisons.
    package static func areInOrder(
      _ objects: Set<NSManagedObject>, in controller: NSFetchedResultsController<NSManagedObject>
    ) -> Bool {
      let order = controller.fetchRequest.sortDescriptors ?? []
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
      return objects.allSatisfy { object in
        guard let place = controller.indexPath(forObject: object).map(RowPlace.init(_:)) else { return true }
        let count = controller.sections?[place.section].numberOfObjects ?? 0
        func neighbour(_ item: Int) -> NSManagedObject {
          controller.object(at: RowPlace(section: place.section, item: item).indexPath)
        }
        return (place.item == 0 || isBefore(neighbour(place.item - 1), object))
          && (place.item + 1 >= count || isBefore(object, neighbour(place.item + 1)))
      }
    }

    /// The maximum number of refresh passes. If objects are still out of order then, the list is fetched again.
    package static var mostPasses: Int { 4 }

    /// Ends a refresh, once the controllers have made all their reports of it.
    package func end() {
      RefreshAnnouncements.postEnd(of: current, in: context)
      current = []
    }

    /// Makes the context's notification name an object with unsaved changes as updated. On Apple platforms the object
    /// is not refreshed, because that would read what other contexts and processes have stored since, and saving the
    /// object would overwrite it unnoticed.
    private func nudge(_ object: NSManagedObject) {
      #if canImport(Darwin)
        // A property that `keysTakenIn(_:)` compares, so that the nudge does not count as a change.
        guard let key = values(of: object).keys.first ?? object.changedValues().keys.first else { return }
        object.willChangeValue(forKey: key)
        object.didChangeValue(forKey: key)
      #else
        // Our objects compare values and report no change if a value stays equal, so refresh the object. Our context
        // does not refresh an inserted object, so announce that one.
        if object.isInserted {
          context.announceRefresh(of: [object.objectID])
        } else {
          context.refresh(object, mergeChanges: true)
        }
      #endif
    }

    /// Whether a notification names an object only because a controller of the context refreshes it.
    package func isAnnounced(_ object: NSManagedObject) -> Bool { announced.values[object] != nil }

    /// Whether this refresher is refreshing an object.
    package func isRefreshing(_ object: NSManagedObject) -> Bool { current.contains(object) }

    /// The properties that changed while an object was refreshed, because another context or process had stored new
    /// values or an observer set them.
    package func keysTakenIn(_ object: NSManagedObject) -> Set<String> {
      guard let before = announced.values[object] else { return [] }
      let now = values(of: object)
      let further = object.changedValuesForCurrentEvent().keys.filter { before[$0] == nil }
      return Set(before.keys.filter { !EventKeys.isSameValue(before[$0], now[$0]) }).union(further)
    }

    /// The values that may change when an object is read again, except values in external files and to-many
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
