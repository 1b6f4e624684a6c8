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

  /// How many items of each section are shown at most; 0, the default, shows all. The item request's limit and offset
  /// count what this leaves. A change is reported as one of ``showsEmptySections`` is.
  ///
  /// - Complexity: O(sections + items of the sections of which other items are shown) to set.
  public var sectionItemLimit: Int {
    get { tracker.policies.sectionLimit }
    set { tracker.changePolicies { $0.sectionLimit = max(0, newValue) } }
  }

  /// Shows another number of items of one section than ``sectionItemLimit``: "show more". It holds as long as the
  /// section is in the list.
  ///
  /// - Parameters:
  ///   - limit: how many are shown at most; 0 shows all; nil goes back to ``sectionItemLimit``.
  ///   - index: the index of the section in the list that is shown. One that is not in it is a programming error.
  /// - Complexity: O(sections + items of the sections of which other items are shown).
  public func setItemLimit(_ limit: Int?, forSectionAt index: Int) {
    _ = section(at: index)
    tracker.changeLimit(limit.map { max(0, $0) }, ofSectionAt: index)
  }

  /// How many items of a section are shown at most; 0 for all.
  ///
  /// - Parameter index: the index of the section in the list that is shown. One that is not in it is a programming
  ///   error.
  public func itemLimit(forSectionAt index: Int) -> Int {
    _ = section(at: index)
    let limit = tracker.shown.version.policies.limit(of: tracker.shown.version.shown[index])
    return limit == .max ? 0 : limit
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
