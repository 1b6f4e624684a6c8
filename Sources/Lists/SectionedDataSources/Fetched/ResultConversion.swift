import CoreData
import Foundation
import OrderedRows

/// A conversion of objects to the results of a fetch request.
enum ResultConversion {
  /// Checks that a list can follow the results of a request, and returns the conversion.
  ///
  /// - Throws: `unfollowedResults`, with the reason and the remedy.
  static func make<Item: NSFetchRequestResult>(
    _ request: NSFetchRequest<Item>, of entity: NSEntityDescription
  ) throws -> (NSManagedObject) -> Item? {
    let type = request.resultType
    if type == .managedObjectIDResultType {
      guard Item.self == NSManagedObjectID.self else { throw wrongType(Item.self, "managedObjectIDResultType") }
      return { $0.objectID as? Item }
    }
    if type == .dictionaryResultType {
      guard Item.self == NSDictionary.self else { throw wrongType(Item.self, "dictionaryResultType") }
      let columns = try columns(of: request, entity)
      return { object in dictionary(of: object, columns) as? Item }
    }
    guard type == .managedObjectResultType else {
      throw unfollowed("a count belongs to no object. Fetch objects and use 'numberOfItems', or 'countMatching()'.")
    }
    guard Item.self is NSManagedObject.Type else { throw wrongType(Item.self, "managedObjectResultType") }
    return { $0 as? Item }
  }

  private static func unfollowed(_ reason: String) -> FetchedSourceError { .unfollowedResults(reason: reason) }

  private static func wrongType(_ item: Any.Type, _ type: String) -> FetchedSourceError {
    unfollowed("the request's resultType is \(type), and the items of the list are of type \(item). Make them agree.")
  }

  /// A column of a dictionary: its key, and the property of the object. The property is nil for the object's
  /// identifier.
  private typealias Column = (name: String, property: String?)

  private static func columns<Item>(
    of request: NSFetchRequest<Item>, _ entity: NSEntityDescription
  ) throws -> [Column] {
    if request.propertiesToGroupBy?.isEmpty == false || request.havingPredicate != nil {
      throw unfollowed("a dictionary of a group belongs to no object. Group objects by 'grouped(by:)'.")
    }
    if request.returnsDistinctResults {
      throw unfollowed("one of several equal dictionaries belongs to no object. Set returnsDistinctResults to false.")
    }
    let columns = try (request.propertiesToFetch ?? []).map { try column($0, of: entity) }
    guard columns.contains(where: { $0.property == nil }) else {
      throw unfollowed("its dictionaries carry no identifier. Add FetchedResultList.idColumn() to propertiesToFetch.")
    }
    return columns
  }

  private static func column(_ property: Any, of entity: NSEntityDescription) throws -> Column {
    if let description = property as? NSExpressionDescription {
      switch description.expression?.expressionType {
      case .evaluatedObject?: return (description.name, nil)
      case .keyPath?: return (description.name, try checked(description.expression?.keyPath ?? "", of: entity))
      default:
        throw unfollowed(
          "the column “\(description.name)” is computed by an expression, maybe of several rows. Compute it where a row "
            + "is shown, or use an AggregatedDataSource.")
      }
    }
    let name = (property as? NSPropertyDescription)?.name ?? property as? String ?? ""
    return (name, try checked(name, of: entity))
  }

  private static func checked(_ name: String, of entity: NSEntityDescription) throws -> String {
    if entity.attributesByName[name] != nil { return name }
    if let relationship = entity.relationshipsByName[name] {
      if !relationship.isToMany { return name }
      throw unfollowed("\(entity.text).\(name) is a to-many relationship, which is no column.")
    }
    if name.contains(".") {
      throw unfollowed(
        "“\(name)” leads to another object, whose changes are not followed. Fetch the relationship, which gives the "
          + "identifier of that object.")
    }
    throw unfollowed(
      "\(entity.text) has no property “\(name)”; it has "
        + NearNames.choices(for: name, among: entity.propertiesByName.keys))
  }

  /// Returns the present values of an object, without the values that are nil.
  private static func dictionary(of object: NSManagedObject, _ columns: [Column]) -> NSDictionary {
    var values: [String: Any] = [:]
    for column in columns {
      guard let property = column.property else {
        values[column.name] = object.objectID
        continue
      }
      let value = object.value(forKey: property)
      values[column.name] = (value as? NSManagedObject)?.objectID ?? value
    }
    return NSDictionary(dictionary: values)
  }
}
