import Foundation

/// A description of the objects to fetch: their entity, which of them, in what order and in what form.
///
/// ```swift
/// let request = NSFetchRequest<Track>(entityName: "Track")
/// request.predicate = NSPredicate(format: "title BEGINSWITH %@", "B")
/// request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
/// let tracks = try context.fetch(request)
/// ```
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest where ResultType: NSFetchRequestResult {
  private var requestedEntity: NSEntityDescription?
  private var requestedEntityName: String?

  /// The entity that is fetched; nil when the request was made with a name, which each context resolves by itself.
  open var entity: NSEntityDescription? {
    get { requestedEntity }
    set {
      requestedEntity = newValue
      requestedEntityName = newValue?.name
    }
  }

  /// The name of the entity that is fetched.
  open var entityName: String? { requestedEntityName }

  /// The predicate of the objects to fetch; nil for all objects of the entity.
  open var predicate: NSPredicate?

  /// The order of the results. Ties are ordered by identity: primary key, then order of insertion, whatever the
  /// subentity.
  open var sortDescriptors: [NSSortDescriptor]?

  /// The greatest number of results; 0 is no limit.
  open var fetchLimit = 0

  /// The number of results to skip at the beginning.
  open var fetchOffset = 0

  /// The number of objects that are filled at a time as the results are walked; 0 fetches without batches.
  open var fetchBatchSize = 0

  /// The kind of the results. The default is managed objects.
  open var resultType: NSFetchRequestResultType = .managedObjectResultType

  /// Whether objects of subentities match too. The default is true.
  open var includesSubentities = true

  /// Whether property values are read with the fetch, so that filling its objects reads nothing. The default is true.
  open var includesPropertyValues = true

  /// Whether unsaved changes of the context count. The default is true.
  open var includesPendingChanges = true

  /// Whether fetched objects may be faults. The default is true.
  open var returnsObjectsAsFaults = true

  /// Whether objects already in the context take the fetched values, and their known to-many relationships are read
  /// again. Unsaved changes are kept. The default is false.
  open var shouldRefreshRefetchedObjects = false

  /// Relationships whose destinations are fetched along.
  open var relationshipKeyPathsForPrefetching: [String]?

  /// For dictionary results: property names, or descriptions of properties and expressions; nil for all attributes.
  open var propertiesToFetch: [Any]?

  /// For dictionary results: whether equal dictionaries are returned once.
  open var returnsDistinctResults = false

  /// For dictionary results: the properties that the rows of a group have in common, as names or descriptions. There is
  /// one dictionary for each group, in the order of these values unless `sortDescriptors` names some of them.
  open var propertiesToGroupBy: [Any]?

  /// For grouped results: the predicate of the groups to return. It may use functions such as `count:`, the properties
  /// to group by, and the expressions to fetch as variables: `$total > 100`.
  open var havingPredicate: NSPredicate?

  /// Makes a request without an entity, which must be set before the request is executed.
  public override init() {
    ClassLookup.note(ResultType.self)
    super.init()
  }

  /// Makes a request for an entity by name, which the context looks up when it executes the request.
  ///
  /// - Parameter entityName: the entity's name. An unknown one is an error of the fetch.
  public convenience init(entityName: String) {
    self.init()
    requestedEntityName = entityName
  }

  /// The kind of the request, `fetchRequestType`.
  open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// A request with the same settings. Entity, predicate and sort descriptors are shared.
  public override func copy(with zone: NSZone? = nil) -> Any { copy(giving: ResultType.self) }

  /// A request with the same settings, for results of any type.
  ///
  /// The request may be of another class than its static type: Apple's generic classes are one class at run time, and
  /// programs cast a request for `Track` to one for any result without a check.
  package func copy<Other: NSFetchRequestResult>(giving type: Other.Type) -> NSFetchRequest<Other> {
    let copy = NSFetchRequest<Other>()
    copy.stores = stores
    copy.requestedEntity = requestedEntity
    copy.requestedEntityName = requestedEntityName
    copy.predicate = predicate
    copy.sortDescriptors = sortDescriptors
    copy.fetchLimit = fetchLimit
    copy.fetchOffset = fetchOffset
    copy.fetchBatchSize = fetchBatchSize
    copy.resultType = resultType
    copy.includesSubentities = includesSubentities
    copy.includesPropertyValues = includesPropertyValues
    copy.includesPendingChanges = includesPendingChanges
    copy.returnsObjectsAsFaults = returnsObjectsAsFaults
    copy.shouldRefreshRefetchedObjects = shouldRefreshRefetchedObjects
    copy.relationshipKeyPathsForPrefetching = relationshipKeyPathsForPrefetching
    copy.propertiesToFetch = propertiesToFetch
    copy.returnsDistinctResults = returnsDistinctResults
    copy.propertiesToGroupBy = propertiesToGroupBy
    copy.havingPredicate = havingPredicate
    return copy
  }
}
