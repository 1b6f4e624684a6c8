import Foundation

/// A description of a fetch: the entity, the predicate, the order and the form of the results.
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

  /// The entity that is fetched; nil if the request was created with a name, which each context resolves by itself.
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

  /// The order of the results. Ties are ordered by primary key, then by order of insertion, regardless of subentities.
  open var sortDescriptors: [NSSortDescriptor]?

  /// The greatest number of results; 0 for no limit.
  open var fetchLimit = 0

  /// The number of results to skip at the beginning.
  open var fetchOffset = 0

  /// The number of objects that are filled at a time while the results are iterated; 0 fetches without batches.
  open var fetchBatchSize = 0

  /// The kind of the results. The default is managed objects.
  open var resultType: NSFetchRequestResultType = .managedObjectResultType

  /// Whether objects of subentities match, too. The default is true.
  open var includesSubentities = true

  /// Whether the fetch also reads property values, so that filling the objects needs no further read. The default is
  /// true.
  open var includesPropertyValues = true

  /// Whether the fetch takes unsaved changes of the context into account. The default is true.
  open var includesPendingChanges = true

  /// Whether fetched objects may be faults. The default is true.
  open var returnsObjectsAsFaults = true

  /// Whether objects that are already registered take the fetched values, and their loaded to-many relationships are
  /// read again. Unsaved changes are kept. The default is false.
  open var shouldRefreshRefetchedObjects = false

  /// The key paths of relationships whose destinations are fetched together with the objects.
  open var relationshipKeyPathsForPrefetching: [String]?

  /// The properties of dictionary results, as names or descriptions of properties and expressions; nil for all
  /// attributes.
  open var propertiesToFetch: [Any]?

  /// Whether equal dictionaries are returned only once.
  open var returnsDistinctResults = false

  /// The properties by which dictionary results are grouped, as names or descriptions. There is one dictionary for each
  /// group, sorted by these properties unless `sortDescriptors` names some of them.
  open var propertiesToGroupBy: [Any]?

  /// The predicate of the groups to return. It may use functions such as `count:`, the grouping properties, and the
  /// fetched expressions as variables, for example `$total > 100`.
  open var havingPredicate: NSPredicate?

  /// Creates a request without an entity, which must be set before the request is executed.
  public override init() {
    ClassLookup.note(ResultType.self)
    super.init()
  }

  /// Creates a request for an entity by name, which the context looks up when it executes the request.
  ///
  /// - Parameter entityName: the entity's name. If it is unknown, the fetch throws an error.
  public convenience init(entityName: String) {
    self.init()
    requestedEntityName = entityName
  }

  /// The request type, `fetchRequestType`.
  open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// Returns a request with the same settings. Entity, predicate and sort descriptors are shared.
  public override func copy(with zone: NSZone? = nil) -> Any { copy(giving: ResultType.self) }

  /// Returns a request with the same settings, for results of any type.
  ///
  /// The request's class may differ from its static type. Apple's generic class is a single class at run time, so
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
