import CoreData
import Foundation
import SectionedChanges

/// A policy for items that have no section in the list: no section at all, or one outside the section fetch.
public enum UnmatchedItemsPolicy: Hashable, Sendable {
  /// They are not shown.
  case hidden
  /// They are shown in a last section without an object, which is there only while it has items, in the order of the
  /// item fetch. While they have several sections that are not shown, each batch costs
  /// O(unmatched items · log).
  case shownLast
}

extension SectionedFetchedResultsController {
  /// Whether sections without items are shown. The default is true. Changing it while the list is live is an ordinary
  /// change of the list: it is reported at once, in a delegate's method when the running batch has ended.
  ///
  /// A section with the limit `ItemLimit.none` is empty only if it has no items at all.
  ///
  /// - Complexity: O(sections) to set.
  public var showsEmptySections: Bool {
    get { tracker.policies.showsEmptySections }
    set { tracker.changePolicies { $0.showsEmptySections = newValue } }
  }

  /// The policy for items without a section in the list. The default is ``UnmatchedItemsPolicy/hidden``. A change is
  /// reported as one of ``showsEmptySections`` is.
  ///
  /// - Complexity: O(sections + unmatched items) to set. Where they are of several sections that are not in the list,
  ///   the items are fetched once more, in their own order: `controller(_:didFailWith:)` reports an error of that
  ///   fetch.
  public var unmatchedItems: UnmatchedItemsPolicy {
    get { tracker.policies.showsUnmatchedItems ? .shownLast : .hidden }
    set { tracker.changePolicies { $0.showsUnmatchedItems = newValue == .shownLast } }
  }

  /// Whether objects that are not saved get their permanent IDs before they are reported, so that no identifier ever
  /// changes. The default is false: temporary IDs become permanent with the save.
  ///
  /// Diffable data sources and everything else that keeps identifiers should have it. It asks the store for keys with
  /// each insertion. A change takes effect with the next ``performFetch()`` for what is there, at once for what comes.
  /// An error of the store is reported by `controller(_:didFailWith:)`, and the object keeps its temporary ID until it
  /// is saved.
  ///
  /// Off Apple platforms, an object that enters the list as soon as it is inserted is reported by its permanent ID
  /// only, also to other controllers of the context. Apple's context notifies other observers of its temporary ID
  /// first.
  public var obtainsPermanentIDs: Bool {
    get { tracker.obtainsPermanentIDs }
    set { tracker.obtainsPermanentIDs = newValue }
  }

  /// Key paths through relationships of an item whose changes count as updates of the item, such as
  /// `album.artist.name`. They are reported as the next batch. A change takes effect with the next ``performFetch()``,
  /// which throws ``SectionedFetchedResultsError/invalidDependency(path:step:reason:)`` for a path that leads nowhere.
  ///
  /// An event costs O(dependants) more, and a fetch where a relationship of the path has no inverse. A merged batch
  /// deletion names only objects that are gone, from which no path leads back: merge the objects that pointed to them
  /// as updated.
  public var itemDependencies: [String] {
    get { tracker.itemDependencyPaths }
    set { tracker.itemDependencyPaths = newValue }
  }

  /// Key paths through relationships of a section object whose changes count as updates of the section, as
  /// ``itemDependencies`` are of an item.
  public var sectionDependencies: [String] {
    get { tracker.sectionDependencyPaths }
    set { tracker.sectionDependencyPaths = newValue }
  }
}
