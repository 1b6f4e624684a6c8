import CoreData
import Foundation

/// A book with accessors that hold the slots of its properties: what an accessor costs without a lookup by name.
final class Book: NSManagedObject {
  private static let authorSlot = LibraryModel.slot("author")
  private static let dateSlot = LibraryModel.slot("date")
  private static let nameSlot = LibraryModel.slot("name")
  private static let rankSlot = LibraryModel.slot("rank")
  private static let valueSlot = LibraryModel.slot("value")

  var author: String? { string(at: Self.authorSlot) }
  var date: Date? { date(at: Self.dateSlot) }
  var name: String? { string(at: Self.nameSlot) }
  var rank: Int64? { int64(at: Self.rankSlot) }
  var value: Double? { double(at: Self.valueSlot) }

  /// Reads every property by its accessor, and makes of them a number that depends on each.
  var digest: Int {
    (author?.utf8.count ?? 0) &+ (name?.utf8.count ?? 0) &+ Int(truncatingIfNeeded: rank ?? 0)
      &+ Int(date?.timeIntervalSinceReferenceDate ?? 0) &+ Int(value ?? 0)
  }

  /// The same by key.
  var digestByKey: Int {
    ((value(forKey: "author") as? String)?.utf8.count ?? 0) &+ ((value(forKey: "name") as? String)?.utf8.count ?? 0)
      &+ ((value(forKey: "rank") as? NSNumber)?.intValue ?? 0)
      &+ Int((value(forKey: "date") as? Date)?.timeIntervalSinceReferenceDate ?? 0)
      &+ Int((value(forKey: "value") as? NSNumber)?.doubleValue ?? 0)
  }
}
