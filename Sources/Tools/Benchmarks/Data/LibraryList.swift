import CoreData
import Foundation
import SectionedFetchedResults

/// The list that the controllers show: books by name, in sections that are the shelves, by rank.
///
/// Books are grouped by the shelf itself. One index serves the whole first fetch, in the baseline too.
enum LibraryList {
  typealias Controller = SectionedFetchedResultsController<NSManagedObject, Book>

  /// - Parameters:
  ///   - path: the path from a book to its section.
  ///   - key: the attribute by which books are ordered.
  static func controller(
    _ context: NSManagedObjectContext, by path: String = "shelf", sortedBy key: String = "name"
  ) -> Controller {
    Controller(
      itemFetchRequest: books(sortedBy: key), sectionFetchRequest: shelves(), managedObjectContext: context,
      sectionGroupingKeyPath: path, cacheName: nil)
  }

  static func resultsController(_ context: NSManagedObjectContext) -> NSFetchedResultsController<Book> {
    let request = books()
    request.sortDescriptors?.insert(NSSortDescriptor(key: "shelf", ascending: true), at: 0)
    return NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "shelf", cacheName: nil)
  }

  static func shelvesController(_ context: NSManagedObjectContext) -> NSFetchedResultsController<NSManagedObject> {
    let request = shelves()
    request.returnsObjectsAsFaults = false
    return NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
  }

  private static func books(sortedBy key: String = "name") -> NSFetchRequest<Book> {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    return request
  }

  private static func shelves() -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Shelf")
    request.predicate = NSPredicate(format: "rank >= 0")
    request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
    return request
  }
}
