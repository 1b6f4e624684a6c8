import CoreData
import Foundation

/// Classes like those that `CoreDataModelPlugin` generates for a model of Xcode's, which names them without their
/// module.
public class LibraryBook: NSManagedObject {
  @nonobjc public class func fetchRequest() -> NSFetchRequest<LibraryBook> {
    NSFetchRequest<LibraryBook>(entityName: "Book")
  }
  public var author: String? {
    get { _managedValue("author") }
    set { _setManagedValue(newValue, "author") }
  }
  public var date: Date? {
    get { _managedValue("date") }
    set { _setManagedValue(newValue, "date") }
  }
  public var name: String? {
    get { _managedValue("name") }
    set { _setManagedValue(newValue, "name") }
  }
  public var rank: Int64 {
    get { _managedValue("rank") }
    set { _setManagedValue(newValue, "rank") }
  }
  public var value: Double {
    get { _managedValue("value") }
    set { _setManagedValue(newValue, "value") }
  }
  public var shelf: LibraryShelf? {
    get { _managedValue("shelf") }
    set { _setManagedValue(newValue, "shelf") }
  }
}

public class LibraryShelf: NSManagedObject {
  @nonobjc public class func fetchRequest() -> NSFetchRequest<LibraryShelf> {
    NSFetchRequest<LibraryShelf>(entityName: "Shelf")
  }
}

enum XcodeClasses {
  /// The names of the additional entities, and of their classes.
  static let additional = (1...11).flatMap { ["LibraryOther\($0)", "LibraryMissing\($0)"] }
}

public class LibraryOther1: NSManagedObject {}
public class LibraryOther2: NSManagedObject {}
public class LibraryOther3: NSManagedObject {}
public class LibraryOther4: NSManagedObject {}
public class LibraryOther5: NSManagedObject {}
public class LibraryOther6: NSManagedObject {}
public class LibraryOther7: NSManagedObject {}
public class LibraryOther8: NSManagedObject {}
public class LibraryOther9: NSManagedObject {}
public class LibraryOther10: NSManagedObject {}
public class LibraryOther11: NSManagedObject {}

extension LibraryBook {
  /// The values that the benchmarks set on a book.
  func fill(_ number: Int) {
    author = LibraryStore.author(of: number)
    date = Date(timeIntervalSinceReferenceDate: Double(number) + 0.5)
    name = LibraryStore.name(of: number)
    rank = Int64(number)
    value = Double(number) * 0.25
  }

  /// The number of `Book.generatedDigest`.
  var digest: Int {
    (author?.utf8.count ?? 0) &+ (name?.utf8.count ?? 0) &+ Int(truncatingIfNeeded: rank)
      &+ Int(date?.timeIntervalSinceReferenceDate ?? 0) &+ Int(value)
  }

  /// Sets the properties of `Book.generatedEdit`.
  func edit(_ number: Int) {
    name = Self.names[number & 1]
    rank = Int64(number)
    value = Double(number)
  }

  private static let names = ["The first name of a book", "The other name of a book"]
}
