import Foundation

/// Keeps the results of a fetch as a list, in sections where asked for, and reports to a delegate how it changes.
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
/// The list consists of keys. A managed object is made when it is asked for. While there is a delegate, the list
/// follows the context's changes from `performFetch()` on: each changed object is placed by its sort values, among rows
/// whose values are read one by one, so that an event costs by what changed and not by the length of the list.
open class NSFetchedResultsController<ResultType>: NSObject where ResultType: NSFetchRequestResult {
  let tracker: ResultsTracker
  private let request: NSFetchRequest<ResultType>
  private let sectionPath: String?
  private let cache: String?

  /// Makes a controller. It has no results until `performFetch()`.
  ///
  /// - Parameters:
  ///   - fetchRequest: what to fetch: managed objects, with sort descriptors, the first of which sorts by the section
  ///     key or in the same order; an empty array sorts by identity.
  ///   - context: where to fetch it and what to follow.
  ///   - sectionNameKeyPath: the path of keys whose value names the section of an object; nil for one section. It may
  ///     end in a to-one relationship: objects are then grouped by the related object, whose URI is the name.
  ///   - name: has no meaning here: no cache is written.
  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    request = fetchRequest
    sectionPath = sectionNameKeyPath
    cache = name
    tracker = ResultsTracker(context: context)
    super.init()
    // The tracker is owned by the controller and never outlives it but in a callback.
    tracker.controller = unsafeBitCast(self, to: NSFetchedResultsController<any NSFetchRequestResult>.self)
  }

  /// Fetches, and from then on follows the context if there is a delegate. The fetch itself is not reported.
  ///
  /// - Throws: an error in `NSCocoaErrorDomain`: 134060 when the request lacks sort descriptors, asks for something
  ///   else than managed objects, names an unknown key, or does not sort by section first; 134070 when objects of
  ///   the entity, or of a subentity that is asked for, would not be of the type of the results; or the store's error.
  ///   The results are then what they were.
  /// - Complexity: one query of the store and O(results), without making an object, unless the section key path ends in
  ///   a property that no store holds. Unsaved changes cost what they cost any fetch.
  open func performFetch() throws {
    let model = managedObjectContext.persistentStoreCoordinator?.managedObjectModel
    let entity = (request.entity?.name ?? request.entityName).flatMap { model?.entitiesByName[$0] }
    try entity?.requireObjects(of: ResultType.self, includesSubentities: request.includesSubentities)
    try tracker.performFetch(
      ResultsRequest(
        request, sectionNameKeyPath: sectionPath, allowsIdentityOrder: tracker.allowsIdentityOrder,
        keepsRuns: tracker.keepsRuns))
  }

  /// The request. A change of its predicate or its sort descriptors takes effect with the next `performFetch()`.
  open var fetchRequest: NSFetchRequest<ResultType> { request }

  /// The context whose changes the controller follows.
  open var managedObjectContext: NSManagedObjectContext { tracker.context }

  /// The path of keys whose value names the section of an object.
  open var sectionNameKeyPath: String? { sectionPath }

  /// The name given to the initializer. No cache is written.
  open var cacheName: String? { cache }

  /// The delegate, which is notified of changes. While it is nil, the controller follows no changes. A delegate set in
  /// a callback is notified from the next event on, and the previous one is not called any more.
  open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
    didSet { tracker.reports = .all }
  }

  /// Does nothing, as there is no cache.
  open class func deleteCache(withName name: String?) {}

  /// The results in order, one section after the other; nil before the first fetch.
  ///
  /// - Complexity: O(results) once after a change: all objects are made, as faults.
  open var fetchedObjects: [ResultType]? {
    guard let objects = tracker.objects else { return nil }
    // If this is the type of all objects, they are not checked one by one.
    if ResultType.self == NSManagedObject.self, let typed = (objects as Any) as? [ResultType] { return typed }
    return objects.map(Self.typed)
  }

  /// The object at a place.
  ///
  /// - Parameter indexPath: the section and the index in it, in the list as it is now. One that does not exist is a
  ///   programming error.
  /// - Returns: the object, a fault unless it is registered in the context. With a `fetchBatchSize` it is filled
  ///   together with those behind it.
  /// - Complexity: O(log results), without a read of the store but for such a batch.
  open func object(at indexPath: IndexPath) -> ResultType { Self.typed(tracker.object(at: indexPath)) }

  /// Returns the index path of an object in the results.
  ///
  /// - Parameter object: an object of the controller's context; one of another context is not among the results.
  /// - Returns: the section and the index in it, in the list as it is now, or nil when the object is not among the
  ///   results.
  /// - Complexity: O(1), a scan of at most 512 keys; once after sections came or went, O(sections).
  open func indexPath(forObject object: ResultType) -> IndexPath? {
    (object as? NSManagedObject).flatMap { tracker.indexPath(of: $0) }
  }

  /// Returns the title in the section index for a section's name: the delegate's, else the first letter as a capital.
  ///
  /// Override it for other titles.
  ///
  /// - Parameter sectionName: the section's name.
  /// - Returns: the title, or nil when the name is empty.
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    if tracker.reports.contains(.indexTitles), let controller = tracker.controller,
      let title = delegate?.controller(controller, sectionIndexTitleForSectionName: sectionName)
    {
      return title
    }
    return sectionName.first.map { String($0).uppercased() }
  }

  /// The titles of the section index: each title once, in the order of the sections.
  ///
  /// - Complexity: O(sections).
  open var sectionIndexTitles: [String] { tracker.sectionIndexTitles }

  /// The sections, in order; nil before the first fetch. Without a section key path there is one, empty or not.
  ///
  /// A section's info is about the section as it is now: it follows changes.
  ///
  /// - Complexity: O(1) unless sections came or went since.
  open var sections: [any NSFetchedResultsSectionInfo]? { tracker.sections }

  /// Returns the section of an index title.
  ///
  /// - Parameters:
  ///   - title: a title of `sectionIndexTitles`.
  ///   - sectionIndex: its index there. One that does not exist is a programming error.
  /// - Returns: the index of the first section with the title, in the list as it is now.
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
