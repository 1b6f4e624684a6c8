import CoreData
import Foundation
import SectionedChanges

/// A policy for unmatched items, which have no section or one that the section request does not match.
public enum UnmatchedItemsPolicy: Hashable, Sendable {
  /// They are not shown.
  case hidden
  /// They are shown in a last section without an object, in the order of the item request. The section exists only
  /// while it has items. If its items have several hidden sections, each batch costs O(unmatched items · log unmatched
  /// items).
  case shownLast
}

extension SectionedFetchedResultsController {
  /// Whether sections without items are shown. The default is true. After the first fetch, setting this property
  /// changes the list and is reported as one change, at once or, in a delegate method, after the running batch.
  ///
  /// A section with the limit `ItemLimit.none` is empty only if it has no items at all.
  ///
  /// - Complexity: setting costs O(sections).
  public var showsEmptySections: Bool {
    get { tracker.policies.showsEmptySections }
    set { tracker.changePolicies { $0.showsEmptySections = newValue } }
  }

  /// The policy for items without a section in the list. The default is ``UnmatchedItemsPolicy/hidden``. A change is
  /// reported like one of ``showsEmptySections``.
  ///
  /// - Complexity: setting costs O(sections + unmatched items). If these have several hidden sections, all items are
  ///   fetched once more, in their own order. `controller(_:didFailWith:)` reports an error of that fetch.
  public var unmatchedItems: UnmatchedItemsPolicy {
    get { tracker.policies.showsUnmatchedItems ? .shownLast : .hidden }
    set { tracker.changePolicies { $0.showsUnmatchedItems = newValue == .shownLast } }
  }

  /// Whether unsaved objects get their permanent IDs before they are reported, so that no identifier ever changes. The
  /// default is false: temporary IDs become permanent when the context is saved.
  ///
  /// Set it to true for diffable data sources, and for other clients that keep identifiers. It asks the store for keys
  /// at each insertion. A change takes effect at once for new objects, and with the next ``performFetch()`` for present
  /// ones. `controller(_:didFailWith:)` reports an error of the store, and the object keeps its temporary ID until it
  /// is saved.
  ///
  /// On other than Apple platforms, an object that enters the list when it is inserted is reported only by its
  /// permanent ID, also to other controllers of the context. Apple's context notifies other observers of its temporary
  /// ID first.
  public var obtainsPermanentIDs: Bool {
    get { tracker.obtainsPermanentIDs }
    set { tracker.obtainsPermanentIDs = newValue }
  }

  /// Key paths over relationships of an item, such as `album.artist.name`. A change of their values counts as an update
  /// of the item, and is reported as the next batch. A change of this property takes effect with the next
  /// ``performFetch()``, which throws ``SectionedFetchedResultsError/invalidDependency(path:step:reason:)`` for an
  /// invalid path.
  ///
  /// An event costs O(dependants) more, and a fetch if a relationship of the path has no inverse. When a batch deletion
  /// is merged, no path leads back from the deleted objects. So merge the objects that pointed to them as updated.
  public var itemDependencies: [String] {
    get { tracker.itemDependencyPaths }
    set { tracker.itemDependencyPaths = newValue }
  }

  /// Key paths over relationships of a section object. A change of their values counts as an update of the section, as
  /// with ``itemDependencies``.
  public var sectionDependencies: [String] {
    get { tracker.sectionDependencyPaths }
    set { tracker.sectionDependencyPaths = newValue }
  }
}
