import CoreData
import SectionedChanges

/// A version of the list that a controller shows: the places, and the section objects by slot. It never changes, but
/// caches its snapshot.
final class ShownList {
  let version: ListVersion<ItemToken>
  /// The section objects by slot; nil for the section of unmatched items.
  let objects: PagedArray<NSManagedObject?>
  /// The group keys by slot.
  let keys: PagedArray<GroupKey>
  /// The number of the version, which grows with each one.
  let number: Int
  /// The list as identifiers, once it was requested. Stored here so that it always belongs to this version.
  var snapshot: SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>?

  /// The results of the aggregates for all items of the list, once they are asked for.
  private(set) lazy var totalValues = version.totalValues

  init(
    version: ListVersion<ItemToken>, objects: PagedArray<NSManagedObject?>, keys: PagedArray<GroupKey>, number: Int
  ) {
    self.version = version
    self.objects = objects
    self.keys = keys
    self.number = number
  }

  /// An empty list.
  convenience init(number: Int = 0) {
    self.init(
      version: ListVersion(), objects: PagedArray(CollectionOfOne(nil)), keys: PagedArray(CollectionOfOne(.none)),
      number: number)
  }

  /// The same list under another number.
  func numbered(_ number: Int) -> ShownList {
    ShownList(version: version, objects: objects, keys: keys, number: number)
  }

  /// The same list with other section objects.
  func withSections(_ replacement: (NSManagedObject) -> NSManagedObject) -> ShownList {
    var replaced = PagedArray<NSManagedObject?>()
    for slot in 0..<objects.count { replaced.append(objects[slot].map(replacement)) }
    return ShownList(version: version, objects: replaced, keys: keys, number: number)
  }

  /// The next version, which shows a user's move before the fetched lists have it.
  func showing(_ version: ListVersion<ItemToken>) -> ShownList {
    ShownList(version: version, objects: objects, keys: keys, number: number + 1)
  }

  /// Stops the program if this is the list before the first fetch, because it has no elements.
  ///
  /// - Parameter element: the requested element, such as `item [0, 1]`.
  func requireFetched(_ element: @autoclosure () -> String) {
    if number == 0 { FirstFetch.isMissing(element()) }
  }

  /// The section object of a slot; nil for the section of unmatched items.
  func object(of slot: Int32) -> NSManagedObject? { objects[Int(slot)] }

  func sectionID(of slot: Int32) -> NSManagedObjectID? { objects[Int(slot)]?.objectID }

  /// The sections with their counts. O(sections).
  var outline: [SectionOutline<NSManagedObjectID?>] {
    version.shown.enumerated().map { index, slot in
      SectionOutline(sectionID(of: slot), count: version.itemCount(at: index))
    }
  }
}

/// The mistake of reading a list that no fetch has filled.
enum FirstFetch {
  /// Stops the program, because an element is read before the first fetch, or after a first fetch that failed.
  ///
  /// - Parameter element: the requested element, such as `item [0, 1]`.
  static func isMissing(_ element: String) -> Never {
    fatalError(
      "There is no \(element): the list is empty before the first performFetch(). Call it first, and look at the error "
        + "that it throws.")
  }
}
