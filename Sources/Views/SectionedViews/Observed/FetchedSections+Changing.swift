import CoreData
import Foundation
import SectionedFetchedResults

// A program may change the state through any version of its list, as through Apple's `SectionedFetchResults`. Each
// change fetches at once. If the fetch fails, the list stays as it is, and `error` says why.
@MainActor
extension FetchedSections {
  /// The predicate of the items. If a fetch with a new one fails, the old one remains, and ``error`` says why. The
  /// other properties behave in the same way.
  ///
  /// - Complexity: O(1) to read; to set, a fetch.
  public var nsPredicate: NSPredicate? {
    get { state.configuration.nsPredicate }
    nonmutating set { state.configuration.nsPredicate = newValue }
  }

  /// The order of the items within their section.
  ///
  /// - Complexity: O(1) to read; to set, a fetch.
  public var nsSortDescriptors: [NSSortDescriptor] {
    get { state.configuration.nsSortDescriptors }
    nonmutating set { state.configuration.nsSortDescriptors = newValue }
  }

  /// The predicate of the sections. The items of sections that it leaves out are not shown.
  ///
  /// - Complexity: O(1) to read; to set, a fetch.
  public var sectionPredicate: NSPredicate? {
    get { state.configuration.sectionPredicate }
    nonmutating set { state.configuration.sectionPredicate = newValue }
  }

  /// The order of the sections.
  ///
  /// - Complexity: O(1) to read; to set, a fetch.
  public var sectionSortDescriptors: [NSSortDescriptor] {
    get { state.configuration.sectionSortDescriptors }
    nonmutating set { state.configuration.sectionSortDescriptors = newValue }
  }

  /// Whether sections without items are shown.
  ///
  /// - Complexity: O(1) to read; to set, O(sections), without a fetch.
  public var showsEmptySections: Bool {
    get { state.configuration.showsEmptySections }
    nonmutating set { state.configuration.showsEmptySections = newValue }
  }

  /// The policy for items without a section. See ``FetchedSectionsConfiguration/unmatchedItems``.
  ///
  /// - Complexity: O(1) to read; to set, O(sections + unmatched items), and a fetch if their order is not known.
  public var unmatchedItems: UnmatchedItemsPolicy {
    get { state.configuration.unmatchedItems }
    nonmutating set { state.configuration.unmatchedItems = newValue }
  }

  /// The values that are computed from the items of each section and of the whole list:
  /// `countries.aggregates = [.sum("population")]`. If one cannot be computed, ``error`` says why.
  ///
  /// - Complexity: O(1) to read; to set, a fetch.
  public var aggregates: [ItemAggregate] {
    get { state.configuration.aggregates }
    nonmutating set { state.configuration.aggregates = newValue }
  }

  /// The last error; nil if there was none since the last fetch that succeeded. If the list is empty and there is an
  /// error, the list could not be fetched.
  public var error: (any Error)? { state.error }
}

/// Translates a move of several items of a section, as SwiftUI reports it, into moves of single items.
enum SingleMoves {
  /// - Parameters:
  ///   - items: the old indices of the moved items.
  ///   - target: the old index of the item before which they are moved.
  ///   - count: the number of items. Indices out of range are dropped, and a greater target means the end.
  /// - Returns: the moves in order. `from` is an index of the list after the moves before it; `to` is one of the same
  ///   list without the item.
  static func moves(of items: IndexSet, to target: Int, count: Int) -> [(from: Int, to: Int)] {
    let (items, target) = (items.filter { $0 < count }, max(0, min(target, count)))
    // Items above the target move down, the last one first, so that the remaining ones keep their indices.
    let above = items.filter { $0 < target }.reversed().enumerated().map { (from: $1, to: target - 1 - $0) }
    let below = items.filter { $0 >= target }.enumerated().map { (from: $1, to: target + $0) }
    return (above + below).filter { $0.from != $0.to }
  }
}
