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
/// section; from then on it has one, also while there are no objects. Predicate, order and window may be changed while
/// the list is live: each change is one step. What the context processes in one event is one step, together with those of
/// all other sources on the context. Use it on its context's queue.
///
/// An object has one identifier as long as it is in the list: one that is not saved gets its permanent identifier when
/// it comes in. Where a store cannot give it, the temporary one stays the item's identity, also when the object is
/// saved. Whatever takes an identifier takes both.
public final class FetchedList<Item: NSManagedObject>: SectionedDataSource {
  /// The one section.
  public typealias Section = OnlySection
  /// What names it.
  public typealias SectionID = OnlySection
  /// What names an item.
  public typealias ItemID = NSManagedObjectID

  let rows: FetchedRows

  /// What the list is fetched by. What is changed in it takes effect with the next ``performFetch()``.
  public internal(set) var fetchRequest: NSFetchRequest<Item>

  /// Makes a list of what a request asks for. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - fetchRequest: what to fetch, with sort descriptors; its limit and its offset are a window, which stays true.
  ///   - context: where to fetch it and what to follow; nil for none yet.
  ///   - anomalies: where the source reports what failed outside of a call.
  public init(
    _ fetchRequest: NSFetchRequest<Item>, in context: NSManagedObjectContext?, anomalies: AnomalyHandler = .standard
  ) {
    self.fetchRequest = fetchRequest
    rows = FetchedRows(context, anomalies: anomalies)
  }

  /// Makes a list of the objects of an entity. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - entityName: which objects; nil for those of the entity of the class, which a model in use must have.
  ///   - predicate: which of them; nil for all.
  ///   - sortDescriptors: their order. At least one is needed.
  ///   - batchSize: how many are filled together.
  ///   - context: where to fetch them and what to follow; nil for none yet.
  ///   - anomalies: where the source reports what failed outside of a call.
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

  /// What the source shows, who observes it, and what is built on it.
  public var core: SourceCore<OnlySection, NSManagedObjectID> { rows.core }

  /// Where the source reports what failed outside of a call.
  public var anomalies: AnomalyHandler { rows.anomalies }

  /// Is notified of errors outside of a call: of a fetch that the list makes by itself, and of a store that gives no
  /// permanent identifier. They are reported to ``anomalies``, too. The fetch after a reset of the context, where it
  /// failed, is made again with the next event.
  public var onError: ((any Error) -> Void)? {
    get { rows.onError }
    set { rows.onError = newValue }
  }

  /// Whether objects that are not saved get their permanent identifiers when they come in. True by default. It asks the
  /// store for keys with each insertion.
  public var obtainsPermanentIDs: Bool {
    get { rows.obtainsPermanentIDs }
    set { rows.obtainsPermanentIDs = newValue }
  }
}
