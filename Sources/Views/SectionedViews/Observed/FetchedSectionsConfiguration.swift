import Foundation
import SectionedFetchedResults

/// The configuration of a list of sections and items that may be changed while it is shown.
public struct FetchedSectionsConfiguration: Equatable {
  /// The predicate of the items.
  public var nsPredicate: NSPredicate?
  /// The order of the items within their section.
  public var nsSortDescriptors: [NSSortDescriptor]
  /// The predicate of the sections.
  public var sectionPredicate: NSPredicate?
  /// The order of the sections.
  public var sectionSortDescriptors: [NSSortDescriptor]
  /// Whether sections without items are shown.
  public var showsEmptySections: Bool
  /// The policy for items without a section, which are shown in a last section without an object, or hidden. They are
  /// hidden while the sections have a predicate, because the items of sections that it leaves out would be among them.
  ///
  /// All items are fetched once more, in the order of the items alone, unless all shown ones have no section, or the
  /// same section outside of the list.
  public var unmatchedItems: UnmatchedItemsPolicy

  /// The values that are computed from the items of each section and of the whole list. Two aggregates with the same
  /// name are equal, so a count whose predicate changes needs another name.
  public var aggregates: [ItemAggregate] = []

  /// The policy that is in effect.
  var shownUnmatchedItems: UnmatchedItemsPolicy { sectionPredicate == nil ? unmatchedItems : .hidden }

  /// Returns this configuration with the differences between an old and a new one applied. Properties that are equal in
  /// both stay as they are.
  func changed(from old: Self, to new: Self) -> Self {
    var result = self
    func take(_ part: WritableKeyPath<Self, some Equatable>) {
      if new[keyPath: part] != old[keyPath: part] { result[keyPath: part] = new[keyPath: part] }
    }
    take(\.nsPredicate)
    take(\.nsSortDescriptors)
    take(\.sectionPredicate)
    take(\.sectionSortDescriptors)
    take(\.showsEmptySections)
    take(\.unmatchedItems)
    take(\.aggregates)
    return result
  }
}
