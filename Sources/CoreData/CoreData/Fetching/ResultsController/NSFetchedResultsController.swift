import Foundation

/// Keeps the results of a fetch as a list, optionally in sections, and reports its changes to a delegate.
///
/// ```swift
/// let request = NSFetchRequest<Track>(entityName: "Track")
/// request.sortDescriptors = [
///   NSSortDescriptor(key: "album.title", ascending: true), NSSortDescriptor(key: "title", ascending: true),
/// ]
/// let controller = NSFetchedResultsController(
///   fetchRequest: request, managedObjectContext: container.viewContext, sectionNameKeyPath: "album.title",
///   cacheName: nil)
/// controller.delegate = self
/// try controller.performFetch()
/// ```
///
/// The list consists of keys; managed objects are created on access. If there is a delegate, the list follows the
/// context's changes after `performFetch()`. Each changed object is placed by a binary search that reads the sort
/// values of single rows, so the cost of an event depends on the number of changes more than on the length of the
/// list.
open class NSFetchedResultsController<ResultType>: NSObject where ResultType: NSFetchRequestResult {
  let tracker: ResultsTracker
  private let request: NSFetchRequest<ResultType>
  private let sectionPath: String?
  private let cache: String?

  /// Creates a controller. It has no results until `performFetch()`.
  ///
  /// - Parameters:
  ///   - fetchRequest: a request for managed objects. Its first sort descriptor must sort by the section key path, or
  ///     in the same order. An empty array of sort descriptors sorts by identity.
  ///   - context: the context to fetch from, whose changes the controller follows.
  ///   - sectionNameKeyPath: the key path whose value is the name of an object's section; nil for one section. It may
  ///     end in a to-one relationship. Objects are then grouped by the related object, whose URI is the name.
  ///   - name: not used, because no cache is written.
  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    request = fetchRequest
    sectionPath = sectionNameKeyPath
    cache = name
    tracker = ResultsTracker(context: context)
    super.init()
    // The controller owns the tracker, which outlives it only during a callback.
    tracker.controller = unsafeBitCast(self, to: NSFetchedResultsController<any NSFetchRequestResult>.self)
  }

  /// Fetches the results, and from then on follows the context if there is a delegate. The fetch itself is not
  /// reported.
  ///
  /// - Throws: an error in `NSCocoaErrorDomain`: 134060 if the request has no sort descriptors, has another result
  ///   type than managed objects, names an unknown key, or does not sort by section first; 134070 if objects of the
  ///   entity, or of a subentity that is included, would not be of the type of the results; or the store's error. The
  ///   results are then unchanged.
  /// - Complexity: one query of the store and O(results), without creating objects unless the section key path ends
  ///   in a property that is not stored. Unsaved changes cost the same as in any fetch.
  open func performFetch() throws {
    let model = managedObjectContext.persistentStoreCoordinator?.managedObjectModel
    let entity = (request.entity?.name ?? request.entityName).flatMap { model?.entitiesByName[$0] }
    try entity?.requireObjects(of: ResultType.self, includesSubentities: request.includesSubentities)
    try tracker.performFetch(
      ResultsRequest(
        request, sectionNameKeyPath: sectionPath, allowsIdentityOrder: tracker.allowsIdentityOrder,
        keepsRuns: tracker.keepsRuns))
  }

  /// The request. Changes of its predicate or sort descriptors take effect at the next `performFetch()`.
  open var fetchRequest: NSFetchRequest<ResultType> { request }

  /// The context whose changes the controller follows.
  open var managedObjectContext: NSManagedObjectContext { tracker.context }

  /// The key path whose value is the name of an object's section.
  open var sectionNameKeyPath: String? { sectionPath }

  /// The name given to the initializer. No cache is written.
  open var cacheName: String? { cache }

  /// The delegate that is notified of changes. As long as it is nil, the controller does not follow changes. A
  /// delegate set in a callback is notified from the next event on, and the former one is not called any more.
  open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
    didSet { tracker.reports = .all }
  }

  /// Does nothing, because there is no cache.
  open class func deleteCache(withName name: String?) {}

  /// The results in order, section by section; nil before the first fetch.
  ///
  /// - Complexity: O(results) once after each change, because all objects are created as faults.
  open var fetchedObjects: [ResultType]? {
    guard let objects = tracker.objects else { return nil }
    // All objects are of this type, so they are not checked one by one.
    if ResultType.self == NSManagedObject.self, let typed = (objects as Any) as? [ResultType] { return typed }
    return objects.map(Self.typed)
  }

  /// The object at a place.
  ///
  /// - Parameter indexPath: the section and the index in it, in the current list. An index path that does not exist
  ///   is a programming error.
  /// - Returns: the object, which is a fault unless it is registered in the context. With a `fetchBatchSize` it is
  ///   filled together with the objects that follow it.
  /// - Complexity: O(log results). Only such a batch reads the store.
  open func object(at indexPath: IndexPath) -> ResultType { Self.typed(tracker.object(at: indexPath)) }

  /// Returns the index path of an object in the results.
  ///
  /// - Parameter object: an object of the controller's context. An object of another context is not in the results.
  /// - Returns: the section and the index in it, in the current list; nil if the object is not in the results.
  /// - Complexity: O(1), a scan of at most 512 keys; O(sections) once after sections were inserted or removed.
  open func indexPath(forObject object: ResultType) -> IndexPath? {
    (object as? NSManagedObject).flatMap { tracker.indexPath(of: $0) }
  }

  /// Returns the section index title for a section name: the delegate's title, or the capitalized first letter.
  ///
  /// Subclasses may override it to return other titles.
  ///
  /// - Parameter sectionName: the section's name.
  /// - Returns: the title; nil if the name is empty.
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    if tracker.reports.contains(.indexTitles), let controller = tracker.controller,
      let title = delegate?.controller(controller, sectionIndexTitleForSectionName: sectionName)
    {
      return title
    }
    return sectionName.first.map { String($0).uppercased() }
  }

  /// The titles of the section index, without duplicates, in the order of the sections.
  ///
  /// - Complexity: O(sections).
  open var sectionIndexTitles: [String] { tracker.sectionIndexTitles }

  /// The sections, in order; nil before the first fetch. Without a section key path there is exactly one section.
  ///
  /// A section's info always describes the current state of the section.
  ///
  /// - Complexity: O(1), unless sections were inserted or removed since the last call.
  open var sections: [any NSFetchedResultsSectionInfo]? { tracker.sections }

  /// Returns the first section with an index title.
  ///
  /// - Parameters:
  ///   - title: a title of `sectionIndexTitles`.
  ///   - sectionIndex: the index of the title there. A title that does not exist is a programming error.
  /// - Returns: the index of the section in the current list.
  /// - Complexity: O(sections).
  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
    tracker.section(forIndexTitle: title, at: sectionIndex)
  }

  private static func typed(_ object: NSManagedObject) -> ResultType {
    guard let object = object as? ResultType else {
      fatalError(
        "An object of the entity \(object.entity.name ?? "") is a \(type(of: object)) and not a \(ResultType.self): "
          + "make it as one, or with NSEntityDescription.insertNewObject(forEntityName:into:).")
    }
    return object
  }
}
