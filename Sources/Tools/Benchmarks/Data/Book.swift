import CoreData
import Foundation

/// A book whose accessors use stored slots of its properties, to measure an accessor without a lookup by name.
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

  /// Reads every property by its accessor, and returns a number that depends on each of them.
  var digest: Int {
    (author?.utf8.count ?? 0) &+ (name?.utf8.count ?? 0) &+ Int(truncatingIfNeeded: rank ?? 0)
      &+ Int(date?.timeIntervalSinceReferenceDate ?? 0) &+ Int(value ?? 0)
  }

  /// The same number, read by keys.
  var digestByKey: Int {
    ((value(forKey: "author") as? String)?.utf8.count ?? 0) &+ ((value(forKey: "name") as? String)?.utf8.count ?? 0)
      &+ ((value(forKey: "rank") as? NSNumber)?.intValue ?? 0)
      &+ Int((value(forKey: "date") as? Date)?.timeIntervalSinceReferenceDate ?? 0)
      &+ Int((value(forKey: "value") as? NSNumber)?.doubleValue ?? 0)
  }

  /// Sets three properties, by their slots.
  func edit(_ number: Int) {
    set(Self.names[number & 1], at: Self.nameSlot)
    set(Int64(number), at: Self.rankSlot)
    set(Double(number), at: Self.valueSlot)
  }

  private static let names = ["The first name of a book", "The other name of a book"]
}

/// Accessors like those that `CoreDataModelPlugin` generates.
extension Book {
  var generatedAuthor: String? { _managedValue("author") }
  var generatedDate: Date? { _managedValue("date") }
  var generatedName: String? {
    get { _managedValue("name") }
    set { _setManagedValue(newValue, "name") }
  }
  var generatedRank: Int64 {
    get { _managedValue("rank") }
    set { _setManagedValue(newValue, "rank") }
  }
  var generatedValue: Double {
    get { _managedValue("value") }
    set { _setManagedValue(newValue, "value") }
  }

  /// The number of `digest`, read by the generated accessors.
  var generatedDigest: Int {
    (generatedAuthor?.utf8.count ?? 0) &+ (generatedName?.utf8.count ?? 0) &+ Int(truncatingIfNeeded: generatedRank)
      &+ Int(generatedDate?.timeIntervalSinceReferenceDate ?? 0) &+ Int(generatedValue)
  }

  /// Sets the properties of `edit` by the generated accessors.
  func generatedEdit(_ number: Int) {
    generatedName = Self.names[number & 1]
    generatedRank = Int64(number)
    generatedValue = Double(number)
  }
}
