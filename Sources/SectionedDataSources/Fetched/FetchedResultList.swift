import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// The results of a fetch request that need not be objects, as a list that follows its context: identifiers,
/// dictionaries, or objects of which only some properties are fetched.
///
/// ```swift
/// let request = NSFetchRequest<NSDictionary>(entityName: "Track")
/// request.resultType = .dictionaryResultType
/// request.propertiesToFetch = ["title", "length", FetchedResultList.idColumn()]
/// request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
/// let rows = try FetchedResultList(request, in: container.viewContext)
/// try rows.performFetch()
/// ```
///
/// A result is followed by the identifier of its object, so a dictionary needs one, in a column of the evaluated object:
/// ``idColumn(named:)``. It has the present values of its object, unsaved ones too, and a property that is nil is left
/// out, as in a fetch. Values of related objects are not followed, and so are no columns; the identifier of a related
/// object is one: name the to-one relationship. A request for results that belong to no object, as with groups or a
/// sum, is refused with a message.
///
/// The list is that of ``objects``, which has all policies: predicate, order, window, grouping, errors. A change of an
/// object is an update of its result, whatever property changed. Use the list on its context's queue.
public final class FetchedResultList<Item: NSFetchRequestResult>: SectionedDataSource {
  /// The model of the only section.
  public typealias Section = OnlySection
  /// The identifier of the only section.
  public typealias SectionID = OnlySection
  /// The identifier of an item: that of its object.
  public typealias ItemID = NSManagedObjectID

  /// The objects of the results.
  public let objects: FetchedList<NSManagedObject>
  private let result: (NSManagedObject) -> Item?

  /// Makes a list from a request. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - fetchRequest: the request, with sort descriptors. Its `resultType` must give results of the list's type.
  ///   - context: the context to fetch in and to follow.
  ///   - anomalies: the handler to which the source reports failures outside of a call.
  /// - Throws: ``FetchedSourceError/unfollowedResults(reason:)`` where results cannot be followed;
  ///   ``FetchedSourceError/unknownEntity(name:known:)``.
  public init(
    _ fetchRequest: NSFetchRequest<Item>, in context: NSManagedObjectContext, anomalies: AnomalyHandler = .standard
  ) throws {
    let entity = try FetchRequests.entity(of: fetchRequest, in: context)
    result = try ResultConversion.make(fetchRequest, of: entity)
    let request = RequestCopy.make(
      fetchRequest, of: entity, as: NSManagedObject.self, .managedObjectResultType)
    if fetchRequest.resultType == .managedObjectIDResultType {
      // No value of an object is asked for.
      (request.includesPropertyValues, request.fetchBatchSize) = (false, 0)
    }
    objects = FetchedList(request, in: context, anomalies: anomalies)
  }

  /// The shown list, its observers, and the sources built on this one.
  public var core: SourceCore<OnlySection, NSManagedObjectID> { objects.core }

  /// The handler to which the source reports failures outside of a call.
  public var anomalies: AnomalyHandler { objects.anomalies }
}

extension FetchedResultList {
  /// Fetches, and follows the context from then on. All differences are one step.
  ///
  /// - Complexity: O(rows) to name and compare them; results are made at each access.
  /// - Throws: the errors of ``FetchedList/performFetch()``. The list is then as before.
  public func performFetch() throws { try objects.performFetch() }

  /// The result of an item; nil when it is not in the list.
  ///
  /// - Parameter id: the present identifier of its object, or the one with which it was inserted.
  /// - Complexity: O(log rows), and O(columns) for a dictionary.
  public func item(for id: ListedID<NSManagedObjectID>) -> Item? { objects.item(for: id).flatMap(result) }

  /// The only section; nil before the first fetch.
  public func section(for id: ListedID<OnlySection>) -> OnlySection? { objects.section(for: id) }

  /// The place of an item; nil when it is not in the list.
  ///
  /// - Parameter id: the present identifier of its object, or the one with which it was inserted.
  /// - Complexity: O(log rows).
  public func place(of id: ListedID<NSManagedObjectID>) -> ItemPlace? { objects.place(of: id) }

  /// The index of the only section, 0; nil before the first fetch.
  public func index(ofSection id: ListedID<OnlySection>) -> Int? { objects.index(ofSection: id) }

  /// Calls a closure with the items in order.
  ///
  /// - Complexity: O(rows).
  public func forEachItem(inSection section: Int, _ body: (ListedID<NSManagedObjectID>, Item) -> Void) {
    objects.forEachItem(inSection: section) { id, object in
      if let item = result(object) { body(id, item) }
    }
  }
}

extension FetchedResultList where Item == NSDictionary {
  /// A column for `propertiesToFetch` that has the identifier of a dictionary's object.
  ///
  /// - Parameter name: the key in the dictionary.
  public static func idColumn(named name: String = "objectID") -> NSExpressionDescription {
    let column = NSExpressionDescription()
    column.name = name
    column.expression = NSExpression.expressionForEvaluatedObject()
    column.expressionResultType = .objectIDAttributeType
    return column
  }
}
