import Foundation

@testable import CoreData

// Short helpers for lists of tracks.

extension NSManagedObjectContext {
  /// Runs edits on the context's queue, as one event.
  func edit<Result>(_ edits: () throws -> Result) rethrows -> Result { try performAndWait(edits) }

  /// Makes a controller of tracks, and fetches.
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
  /// The title, or the name if the entity has no title.
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
