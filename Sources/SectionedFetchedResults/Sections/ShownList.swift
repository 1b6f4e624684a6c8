import CoreData
import SectionedChanges

/// One version of what a controller shows: the places, and the section objects by slot. Copying is O(1).
struct ShownList {
  var version = ListVersion<ItemToken>()
  /// By slot; nil for the section of unmatched items.
  var objects = PagedArray<NSManagedObject?>(CollectionOfOne(nil))
  /// By slot.
  var keys = PagedArray<GroupKey>(CollectionOfOne(.none))
  /// Grows by one with each version.
  var number = 0

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
