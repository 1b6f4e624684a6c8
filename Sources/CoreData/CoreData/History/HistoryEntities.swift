import Foundation

/// The entities that fetch requests for the persistent history use. No store has objects of them.
enum HistoryEntities {
  private struct Made: @unchecked Sendable {
    // Unchecked: the descriptions are in no model, and are never modified.
    let transaction: NSEntityDescription
    let change: NSEntityDescription
  }

  private static let made = Made(
    transaction: entity(
      "TRANSACTION",
      [
        ("author", .stringAttributeType), ("bundleID", .stringAttributeType), ("contextName", .stringAttributeType),
        ("processID", .stringAttributeType), ("storeID", .stringAttributeType), ("timestamp", .dateAttributeType),
        ("transactionNumber", .integer64AttributeType),
      ]),
    change: entity(
      "CHANGE",
      [
        ("changeID", .integer64AttributeType), ("changeType", .integer16AttributeType),
        ("changedEntity", .stringAttributeType), ("changedObjectID", .objectIDAttributeType),
      ]))

  static var transaction: NSEntityDescription { made.transaction }
  static var change: NSEntityDescription { made.change }

  private static func entity(_ name: String, _ attributes: [(String, NSAttributeType)]) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      return attribute
    }
    return entity
  }
}

extension NSPersistentHistoryTransaction {
  /// The entity of fetch requests for transactions. Their predicates can use `author`, `bundleID`, `contextName`,
  /// `processID`, `storeID`, `timestamp`, `token` and `transactionNumber`.
  public class var entityDescription: NSEntityDescription? { HistoryEntities.transaction }

  /// The same entity, for a context.
  public class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
    HistoryEntities.transaction
  }

  /// A fetch request for transactions.
  public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = HistoryEntities.transaction
    return request
  }

  /// The values for a request's predicate, by name.
  var values: [String: Any] {
    var values: [String: Any] = [
      "bundleID": bundleID, "processID": processID, "storeID": storeID, "timestamp": timestamp,
      "transactionNumber": NSNumber(value: transactionNumber), "token": NSNumber(value: transactionNumber),
    ]
    values["author"] = author
    values["contextName"] = contextName
    return values
  }
}

extension NSPersistentHistoryChange {
  /// The entity of fetch requests for changes. Their predicates can use `changeID`, `changeType`, `changedEntity` and
  /// `changedObjectID`.
  public class var entityDescription: NSEntityDescription? { HistoryEntities.change }

  /// The same entity, for a context.
  public class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
    HistoryEntities.change
  }

  /// A fetch request for changes.
  public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = HistoryEntities.change
    return request
  }

  /// The values for a request's predicate, by name.
  var values: [String: Any] {
    [
      "changeID": NSNumber(value: changeID), "changeType": NSNumber(value: changeType.rawValue),
      "changedEntity": changedObjectID.entity.name ?? "", "changedObjectID": changedObjectID,
    ]
  }
}
