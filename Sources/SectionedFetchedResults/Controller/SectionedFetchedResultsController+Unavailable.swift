import CoreData

// What a program has that used an `NSFetchedResultsController`, with what to write instead.
extension SectionedFetchedResultsController {
  /// The request of an `NSFetchedResultsController`; here there are two.
  @available(*, unavailable, message: "There are two requests: itemFetchRequest, and sectionFetchRequest.")
  public var fetchRequest: NSFetchRequest<Item> { itemFetchRequest }

  /// Makes an `NSFetchedResultsController`; here it takes two requests.
  ///
  /// - Parameters:
  ///   - fetchRequest: the items.
  ///   - context: where they are fetched.
  ///   - sectionNameKeyPath: leads from an item to the name of its section.
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

// Without it the compiler would ask for the type of the sections first.
extension SectionedFetchedResultsController where Section == NSManagedObject {
  /// Makes an `NSFetchedResultsController`; here it takes two requests.
  ///
  /// - Parameters:
  ///   - fetchRequest: the items.
  ///   - context: where they are fetched.
  ///   - sectionNameKeyPath: leads from an item to the name of its section.
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
