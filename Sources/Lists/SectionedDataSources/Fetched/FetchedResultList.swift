import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// A list of the results of a fetch request whose results need not be objects: identifiers, dictionaries, or objects of
/// which only some properties are fetched. It follows its context.
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
/// The list finds a changed result by the identifier of its object, so dictionaries need a column for the identifier:
/// ``idColumn(named:)``. A dictionary has the present values of its object, including unsaved ones. Properties that are
/// nil are left out, as in a fetch. Columns of related objects' values are refused, because their changes are not
/// followed. The identifier of a related object can be a column: name the to-one relationship. The initializer also
/// refuses results that belong to no object, as with groups or a sum.
///
/// The list is that of ``objects``, which has all settings: predicate, order, window, grouping, errors. Any change of
/// an object updates its result, even if the result does not contain the changed property. Use the list on its
/// context's queue.
public final class FetchedResultList<Item: NSFetchRequestResult>: SectionedDataSource {
  /// The model of the only section.
  public typealias Section = OnlySection
  /// The identifier of the only section.
  public typealias SectionID = OnlySection
  /// The identifier of an item: the identifier of its object.
  public typealias ItemID = NSManagedObjectID

  /// The list of the objects to which the results belong.
  public let objects: FetchedList<NSManagedObject>
  private let result: (NSManagedObject) -> Item?

  /// Makes a list from a request. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - fetchRequest: the request, with sort descriptors. Its `resultType` must give results of the list's type.
  ///   - context: the context to fetch in and to follow.
  ///   - anomalies: the handler of the source's anomalies, such as a failed fetch that the list made by itself.
  /// - Throws: ``FetchedSourceError/unfollowedResults(reason:)`` if the results cannot be followed;
  ///   ``FetchedSourceError/unknownEntity(name:known:)``.
  public init(
    _ fetchRequest: NSFetchRequest<Item>, in context: NSManagedObjectContext, anomalies: AnomalyHandler = .standard
  ) throws {
    let entity = try FetchRequests.entity(of: fetchRequest, in: context)
    result = try ResultConversion.make(fetchRequest, of: entity)
    let request = RequestCopy.make(
      fetchRequest, of: entity, as: NSManagedObject.self, .managedObjectResultType)
    if fetchRequest.resultType == .managedObjectIDResultType {
      // Identifiers need no values of the objects.
      (request.includesPropertyValues, request.fetchBatchSize) = (false, 0)
    }
    objects = FetchedList(request, in: context, anomalies: anomalies)
  }

  /// The shown list, its observers, and the sources built on this one.
  public var core: SourceCore<OnlySection, NSManagedObjectID> { objects.core }

  /// The handler of the source's anomalies, such as a failed fetch that the list made by itself.
  public var anomalies: AnomalyHandler { objects.anomalies }
}

extension FetchedResultList {
  /// Fetches, and follows the context from then on. All differences from the list before are one step.
  ///
  /// - Complexity: O(rows) to fetch and compare the identifiers. Results are made at each access.
  /// - Throws: the errors of ``FetchedList/performFetch()``. The list is then as before.
  public func performFetch() throws { try objects.performFetch() }

  /// The result of an item; nil if it is not in the list.
  ///
  /// - Parameter id: the present identifier of the item's object, or the one with which it was inserted.
  /// - Complexity: O(log rows), and O(columns) for a dictionary.
  public func item(for id: ListedID<NSManagedObjectID>) -> Item? { objects.item(for: id).flatMap(result) }

  /// The only section; nil before the first fetch, and without a context.
  public func section(for id: ListedID<OnlySection>) -> OnlySection? { objects.section(for: id) }

  /// The place of an item; nil if it is not in the list.
  ///
  /// - Parameter id: the present identifier of the item's object, or the one with which it was inserted.
  /// - Complexity: O(log rows).
  public func place(of id: ListedID<NSManagedObjectID>) -> ItemPlace? { objects.place(of: id) }

  /// The index of the only section, 0; nil before the first fetch, and without a context.
  public func index(ofSection id: ListedID<OnlySection>) -> Int? { objects.index(ofSection: id) }

  /// Calls a closure with each item in order. It ends early if the closure changes the places of the remaining items.
  ///
  /// - Parameters:
  ///   - section: the index of the section. Only section 0 has items.
  ///   - body: called with the identifier and the result of each item.
  /// - Complexity: O(rows).
  public func forEachItem(inSection section: Int, _ body: (ListedID<NSManagedObjectID>, Item) -> Void) {
    objects.forEachItem(inSection: section) { id, object in
      if let item = result(object) { body(id, item) }
    }
  }
}

extension FetchedResultList where Item == NSDictionary {
  /// Makes a column for `propertiesToFetch` that contains the identifier of the dictionary's object.
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
