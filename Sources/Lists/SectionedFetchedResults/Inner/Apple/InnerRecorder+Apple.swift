#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import OrderedRows

  /// An object in an inner controller's report.
  struct InnerSubject: Hashable {
    let object: NSManagedObject

    init(_ object: NSManagedObject) { self.object = object }

    /// The object, which Apple's controller always reports.
    var knownObject: NSManagedObject? { object }

    var isTemporary: Bool { object.objectID.isTemporaryID }

    /// The token of the object, unless the engine knows it by an earlier one.
    var ownToken: ItemToken { object.objectID }
  }

  extension InnerRecorder: NSFetchedResultsControllerDelegate {
    func follow() { controller.delegate = self }

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
      batch = InnerBatch()
    }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
      for type: NSFetchedResultsChangeType
    ) {
      if type == .delete { batch.removeGroup(sectionIndex) } else { batch.addGroup(sectionIndex) }
    }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      guard let object = anObject as? NSManagedObject else { return }
      let old = type == .insert ? nil : indexPath.map(RowPlace.init(_:))
      batch.merge(InnerSubject(object), old: old, new: nil, isNew: type == .insert, keys: nil)
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) { endBatch() }
  }

  extension FetchedLists {
    /// The engine's token of a reported object.
    func token(of subject: InnerSubject) -> ItemToken { token(of: subject.object) }

    func object(of subject: InnerSubject) -> NSManagedObject { subject.object }

    func subject(_ object: NSManagedObject) -> InnerSubject { InnerSubject(object) }

    /// Reported items with their current places and changed properties. The reported new places are ignored, because
    /// they may be wrong.
    func placed(_ touches: InnerChanges) -> InnerChanges {
      var placed = touches
      for (number, subject) in touches.names.enumerated() {
        placed.elements[number].new = items.place(of: subject.object)
        placed.elements[number].setKeys(eventKeys.changedKeys(of: subject.object))
      }
      return placed
    }

    /// The changed properties of a touched section.
    func changedKeys(of touch: InnerChanges.Element) -> Set<String>? { eventKeys.changedKeys(of: touch.name.object) }

    /// The current index of a touched section.
    func index(of touch: InnerChanges.Element) -> Int? { sections.index(of: touch.name.object) }
  }
#endif
