import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// The objects of one fetch request as a list of one section, which follows its context.
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
/// An entity's name and sort descriptors are enough. Before the first fetch, and without a context, the list has no
/// section; from then on it has one, even if there are no objects. Predicate, order and window may be changed while the
/// list is live: each change is one step. An event of the context is one step, together with those of all other sources
/// on the context. Use the list on its context's queue.
///
/// An object has one identifier as long as it is in the list: an unsaved object gets its permanent identifier when it
/// is inserted. If a store cannot give it, the temporary one remains the item's identity, even after the object is
/// saved. All methods accept both identifiers.
public final class FetchedList<Item: NSManagedObject>: SectionedDataSource {
  /// The model of the only section.
  public typealias Section = OnlySection
  /// The identifier of the only section.
  public typealias SectionID = OnlySection
  /// The identifier of an item.
  public typealias ItemID = NSManagedObjectID

  let rows: FetchedRows
  /// Whether the window shows no object. A request cannot say so, because its limit of 0 is no limit.
  var isFolded = false

  /// The request of the list. Changes made in it take effect with the next ``performFetch()``.
  public internal(set) var fetchRequest: NSFetchRequest<Item>

  /// Makes a list from a request. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - fetchRequest: the request, with sort descriptors; its limit and its offset are a window, which is kept up to
  ///     date. A limit of 0 shows all objects.
  ///   - context: the context to fetch in and to follow; nil for none yet.
  ///   - anomalies: the handler to which the source reports failures outside of a call.
  public init(
    _ fetchRequest: NSFetchRequest<Item>, in context: NSManagedObjectContext?, anomalies: AnomalyHandler = .standard
  ) {
    self.fetchRequest = fetchRequest
    rows = FetchedRows(context, anomalies: anomalies)
  }

  /// Makes a list of the objects of an entity. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - entityName: the entity; nil for that of the class, which must be in a loaded model.
  ///   - predicate: the predicate that the objects match; nil for all.
  ///   - sortDescriptors: their order. At least one is needed.
  ///   - batchSize: the number of objects that are filled together.
  ///   - context: the context to fetch in and to follow; nil for none yet.
  ///   - anomalies: the handler to which the source reports failures outside of a call.
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

  /// The handler to which the source reports failures outside of a call.
  public var anomalies: AnomalyHandler { rows.anomalies }

  /// Called with errors outside of a call: of a fetch that the list makes by itself, and of a store that gives no
  /// permanent identifier. They are reported to ``anomalies``, too. If the fetch after a reset of the context failed,
  /// it is repeated with the next event.
  public var onError: ((any Error) -> Void)? {
    get { rows.onError }
    set { rows.onError = newValue }
  }

  /// Whether unsaved objects get their permanent identifiers when they are inserted into the list. True by default. It
  /// requests keys from the store at each insertion.
  public var obtainsPermanentIDs: Bool {
    get { rows.obtainsPermanentIDs }
    set { rows.obtainsPermanentIDs = newValue }
  }
}
