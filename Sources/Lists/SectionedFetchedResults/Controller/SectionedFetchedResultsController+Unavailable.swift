import CoreData

// Members of `NSFetchedResultsController` that this class does not have. The compiler's message says what to write
// instead.
extension SectionedFetchedResultsController {
  /// The request of an `NSFetchedResultsController`. This class has two requests.
  @available(*, unavailable, message: "There are two requests: itemFetchRequest, and sectionFetchRequest.")
  public var fetchRequest: NSFetchRequest<Item> { itemFetchRequest }

  /// Makes an `NSFetchedResultsController`. This class takes two requests.
  ///
  /// - Parameters:
  ///   - fetchRequest: the request for the items.
  ///   - context: the context that fetches them.
  ///   - sectionNameKeyPath: the key path from an item to the name of its section.
  ///   - name: the name of the cache file.
  @available(
    *, unavailable,
    message: """
      Sections have a request of their own: \
      init(itemFetchRequest:sectionFetchRequest:managedObjectContext:sectionGroupingKeyPath:cacheName:). The \
      sectionGroupingKeyPath ends in an attribute that is different for each section.
      """
  )
  public convenience init(
    fetchRequest: NSFetchRequest<Item>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    fatalError("Sections have a request of their own.")
  }
}

// Without this extension, the compiler would first report that it cannot infer `Section`.
extension SectionedFetchedResultsController where Section == NSManagedObject {
  /// Makes an `NSFetchedResultsController`. This class takes two requests.
  ///
  /// - Parameters:
  ///   - fetchRequest: the request for the items.
  ///   - context: the context that fetches them.
  ///   - sectionNameKeyPath: the key path from an item to the name of its section.
  ///   - name: the name of the cache file.
  @available(
    *, unavailable,
    message: """
      Sections have a request of their own: \
      init(itemFetchRequest:sectionFetchRequest:managedObjectContext:sectionGroupingKeyPath:cacheName:). The \
      sectionGroupingKeyPath ends in an attribute that is different for each section.
      """
  )
  public convenience init(
    fetchRequest: NSFetchRequest<Item>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    fatalError("Sections have a request of their own.")
  }
}
