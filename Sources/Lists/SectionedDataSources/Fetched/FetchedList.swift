import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// A list of the objects of one fetch request, in one section. It follows its context.
///
/// ```swift
/// let tracks = FetchedList<Track>(
///   entityName: "Track", sortDescriptors: [NSSortDescriptor(key: "title", ascending: true)],
///   in: container.viewContext)
/// let token = tracks.observe { print($0.changes) }
/// try tracks.performFetch()
/// try tracks.setPredicate(NSPredicate(format: "length > %d", 300))
/// ```
///
/// An entity name and sort descriptors are enough to make one. Before the first fetch, and without a context, the list
/// has no section. After the fetch it has one, even if there are no objects. Predicate, order and window may be changed
/// after the fetch; each change is one step. Sources on one context take one step together for each event of the
/// context. Use the list on its context's queue.
///
/// An object has one identifier as long as it is in the list: an unsaved object gets its permanent identifier when it
/// is inserted. If the store cannot assign one, the temporary one remains the item's identity, even after the object is
/// saved. All methods accept both identifiers.
public final class FetchedList<Item: NSManagedObject>: SectionedDataSource {
  /// The model of the only section.
  public typealias Section = OnlySection
  /// The identifier of the only section.
  public typealias SectionID = OnlySection
  /// The identifier of an item.
  public typealias ItemID = NSManagedObjectID

  let rows: FetchedRows
  /// Whether the window shows no object. A request cannot express this, because a limit of 0 means no limit.
  var isFolded = false

  /// The request of the list. Changes to this object take effect at the next ``performFetch()``.
  public internal(set) var fetchRequest: NSFetchRequest<Item>

  /// Makes a list from a request. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - fetchRequest: the request, with sort descriptors. Its limit and its offset are a window, which the list keeps
  ///     filled. A limit of 0 shows all objects.
  ///   - context: the context to fetch in and to follow; nil for none yet.
  ///   - anomalies: the handler of the source's anomalies, such as a failed fetch that the list made by itself.
  public init(
    _ fetchRequest: NSFetchRequest<Item>, in context: NSManagedObjectContext?, anomalies: AnomalyHandler = .standard
  ) {
    self.fetchRequest = fetchRequest
    rows = FetchedRows(context, anomalies: anomalies)
  }

  /// Makes a list of the objects of an entity. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - entityName: the entity; nil for the entity of the class, which must be in a loaded model.
  ///   - predicate: the predicate that the objects match; nil for all objects.
  ///   - sortDescriptors: the order of the objects. At least one is needed.
  ///   - batchSize: the number of objects that are filled together.
  ///   - context: the context to fetch in and to follow; nil for none yet.
  ///   - anomalies: the handler of the source's anomalies, such as a failed fetch that the list made by itself.
  public convenience init(
    entityName: String? = nil, predicate: NSPredicate? = nil, sortDescriptors: [NSSortDescriptor], batchSize: Int = 20,
    in context: NSManagedObjectContext?, anomalies: AnomalyHandler = .standard
  ) {
    let request = NSFetchRequest<Item>()
    if let entityName {
      self.init(NSFetchRequest<Item>(entityName: entityName), in: context, anomalies: anomalies)
    } else {
      request.entity = Item.entity()
      self.init(request, in: context, anomalies: anomalies)
    }
    fetchRequest.predicate = predicate
    fetchRequest.sortDescriptors = sortDescriptors
    fetchRequest.fetchBatchSize = batchSize
  }

  /// The shown list, its observers, and the sources built on this one.
  public var core: SourceCore<OnlySection, NSManagedObjectID> { rows.core }

  /// The handler of the source's anomalies, such as a failed fetch that the list made by itself.
  public var anomalies: AnomalyHandler { rows.anomalies }

  /// A closure that receives errors that no throwing method can report: of a fetch that the list makes by itself, and
  /// of a store that assigns no permanent identifier. They are reported to ``anomalies``, too. If the fetch after a
  /// reset of the context fails, the list repeats it at the next event.
  public var onError: ((any Error) -> Void)? {
    get { rows.onError }
    set { rows.onError = newValue }
  }

  /// Whether unsaved objects get their permanent identifiers when they are inserted into the list. True by default.
  /// Each such insertion requests identifiers from the store.
  public var obtainsPermanentIDs: Bool {
    get { rows.obtainsPermanentIDs }
    set { rows.obtainsPermanentIDs = newValue }
  }
}
