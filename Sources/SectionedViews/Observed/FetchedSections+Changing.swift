import CoreData
import Foundation
import SectionedFetchedResults

// The state is changed through each version of its list, as through Apple's `SectionedFetchResults`. Each change is
// fetched at once. If that fails, the list stays as it is, and `error` says why.
@MainActor
extension FetchedSections {
  /// The predicate of the items. If it cannot be fetched, the former one stays, and ``error`` says why; so it is with
  /// the other properties.
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

  /// Whether sections without items are shown; else only used ones are.
  ///
  /// - Complexity: O(1) to read; to set, O(sections), without a fetch.
  public var showsEmptySections: Bool {
    get { state.configuration.showsEmptySections }
    nonmutating set { state.configuration.showsEmptySections = newValue }
  }

  /// The policy for items without a section, as of ``FetchedSectionsConfiguration/unmatchedItems``.
  ///
  /// - Complexity: O(1) to read; to set, O(sections + such items), and the fetch of their order where one is needed.
  public var unmatchedItems: UnmatchedItemsPolicy {
    get { state.configuration.unmatchedItems }
    nonmutating set { state.configuration.unmatchedItems = newValue }
  }

  /// The last error; nil when there was none since the last fetch that succeeded. An empty list with an error could not
  /// be fetched.
  public var error: (any Error)? { state.error }
}
