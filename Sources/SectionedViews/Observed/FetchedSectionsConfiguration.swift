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
  /// Whether sections without items are shown; else only used ones are.
  public var showsEmptySections: Bool
  /// The policy for items without a section, which are shown in a last section without an object, or hidden. They are
  /// hidden while the sections have a predicate, because the items of sections that it leaves out would be among them.
  ///
  /// Unless all shown ones point to nothing, or to one section that is not in the list, all items are fetched once
  /// more, in the order of the items alone.
  public var unmatchedItems: UnmatchedItemsPolicy

  /// The values that are computed of the items of each section and of the whole list.
  public var aggregates: [ItemAggregate] = []

  /// The policy by which the list is shown.
  var shownUnmatchedItems: UnmatchedItemsPolicy { sectionPredicate == nil ? unmatchedItems : .hidden }

  /// The configuration after the changes from one to another one; what these have in common stays as it is.
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
