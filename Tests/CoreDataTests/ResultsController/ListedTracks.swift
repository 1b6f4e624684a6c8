import Foundation

@testable import CoreData

// Short words for lists of tracks.

extension NSManagedObjectContext {
  /// Runs edits on the queue; the event ends with them.
  func edit<Result>(_ edits: () throws -> Result) rethrows -> Result { try performAndWait(edits) }

  /// A controller of tracks that has fetched.
  func tracks(
    _ sort: [NSSortDescriptor] = [NSSortDescriptor(key: "title", ascending: true)], sections: String? = nil,
    where predicate: NSPredicate? = nil, delegate: (any NSFetchedResultsControllerDelegate)? = nil,
    adjusting adjust: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }
  ) throws -> NSFetchedResultsController<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    request.sortDescriptors = sort
    request.predicate = predicate
    adjust(request)
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: self, sectionNameKeyPath: sections, cacheName: nil
    )
    controller.delegate = delegate
    try controller.performFetch()
    return controller
  }
}

extension NSManagedObject {
  /// A title, or a name where the entity has none.
  var shownTitle: String {
    value(forKey: entity.attributesByName["title"] == nil ? "name" : "title") as? String ?? "-"
  }
}

extension NSFetchedResultsController where ResultType == NSManagedObject {
  /// The sections with the titles of their tracks: `A: a1 a2 | B: b1`.
  var text: String {
    (sections ?? []).map { section in
      ([section.name + ":"] + (section.objects ?? []).compactMap { ($0 as? NSManagedObject)?.shownTitle })
        .joined(separator: " ")
    }.joined(separator: " | ")
  }
}
