#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import OrderedRows

  /// An object that an inner controller names.
  struct InnerSubject: Hashable {
    let object: NSManagedObject

    init(_ object: NSManagedObject) { self.object = object }

    /// The object, when it was looked up already.
    var knownObject: NSManagedObject? { object }

    var isTemporary: Bool { object.objectID.isTemporaryID }

    /// The engine's name of an object for which it has no older one.
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
      batch.merge(.init(subject: InnerSubject(object), old: old, new: nil, isNew: type == .insert, changedKeys: nil))
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) { endBatch() }
  }

  extension FetchedLists {
    /// The engine's name of an object that an inner controller names.
    func token(of subject: InnerSubject) -> ItemToken { token(of: subject.object) }

    func object(of subject: InnerSubject) -> NSManagedObject { subject.object }

    func subject(_ object: NSManagedObject) -> InnerSubject { InnerSubject(object) }

    /// Touched items with their current places and their changed properties. The reported new places are not relied on.
    func placed(_ touches: [InnerTouch]) -> [InnerTouch] {
      touches.map { touch in
        var touch = touch
        touch.new = items.place(of: touch.subject.object)
        touch.changedKeys = eventKeys.changedKeys(of: touch.subject.object)
        return touch
      }
    }

    /// The changed properties of a touched section.
    func changedKeys(of touch: InnerTouch) -> Set<String>? { eventKeys.changedKeys(of: touch.subject.object) }

    /// The current index of a touched section.
    func index(of touch: InnerTouch) -> Int? { sections.index(of: touch.subject.object) }
  }
#endif
