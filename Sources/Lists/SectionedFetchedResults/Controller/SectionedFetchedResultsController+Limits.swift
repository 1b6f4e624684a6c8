import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// The maximum number of items that each section shows. The default is `ItemLimit.all`.
  ///
  /// The item request's limit and offset apply to the remaining items. With `ItemLimit.none` each section is folded: it
  /// shows no items, and its ``SectionedFetchedResultsSectionInfo/totalNumberOfObjects`` does not change. A change is
  /// reported like one of ``showsEmptySections``.
  ///
  /// - Complexity: setting costs O(sections + items of the sections that show other items than before).
  public var itemLimit: ItemLimit {
    get { tracker.policies.sectionLimit }
    set { tracker.changePolicies { $0.sectionLimit = newValue } }
  }

  /// The maximum number of items that a section shows: its own limit, otherwise ``itemLimit``. It does not depend on
  /// ``setFolded(_:sectionAt:)``.
  ///
  /// - Parameter index: the index of the section in the shown list. An index that does not exist is a programming
  ///   error.
  public func itemLimit(ofSectionAt index: Int) -> ItemLimit {
    _ = section(at: index)
    return tracker.shown.version.policies.ownLimit(of: tracker.shown.version.shown[index])
  }

  /// Sets a limit for one section that overrides ``itemLimit``, for example to show more items or to fold the section.
  /// The section keeps it as long as it is in the list.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of items that the section shows.
  ///   - index: the index of the section in the shown list. An index that does not exist is a programming error.
  /// - Complexity: O(sections + items of the sections that show other items than before).
  public func setItemLimit(_ limit: ItemLimit, ofSectionAt index: Int) {
    _ = section(at: index)
    tracker.changeLimit(limit, ofSectionAt: index)
  }

  /// Removes the limit that ``setItemLimit(_:ofSectionAt:)`` set for a section, so that ``itemLimit`` applies again.
  ///
  /// - Parameter index: the index of the section in the shown list. An index that does not exist is a programming
  ///   error.
  /// - Complexity: O(sections + items of the sections that show other items than before).
  public func removeItemLimit(ofSectionAt index: Int) {
    _ = section(at: index)
    tracker.changeLimit(nil, ofSectionAt: index)
  }
}

/// The limits as integers, where 0 shows all items.
extension SectionedFetchedResultsController {
  /// The maximum number of items that each section shows; 0, the default, shows all. It is -1 for `ItemLimit.none`,
  /// which cannot be set here.
  @available(*, deprecated, message: "Use 'itemLimit', in which '.all' is what 0 is here.")
  public var sectionItemLimit: Int {
    get { itemLimit.integer }
    set { itemLimit = ItemLimit(integer: newValue) }
  }

  /// Sets a limit for one section.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of items that the section shows; 0 for all, nil to remove the section's own limit.
  ///   - index: the index of the section in the shown list. An index that does not exist is a programming error.
  @available(
    *, deprecated,
    message:
      "Use 'setItemLimit(_:ofSectionAt:)', in which '.all' is what 0 is here, or 'removeItemLimit(ofSectionAt:)'."
  )
  public func setItemLimit(_ limit: Int?, forSectionAt index: Int) {
    if let limit {
      setItemLimit(ItemLimit(integer: limit), ofSectionAt: index)
    } else {
      removeItemLimit(ofSectionAt: index)
    }
  }

  /// The maximum number of items that a section shows; 0 for all, and -1 for `ItemLimit.none`.
  ///
  /// - Parameter index: the index of the section in the shown list. An index that does not exist is a programming
  ///   error.
  @available(*, deprecated, message: "Use 'itemLimit(ofSectionAt:)', in which '.all' is what 0 is here.")
  public func itemLimit(forSectionAt index: Int) -> Int { itemLimit(ofSectionAt: index).integer }
}

extension SectionedFetchedResultsController {
  /// The limits that ``setItemLimit(_:ofSectionAt:)`` set, by section ID, including those of hidden sections.
  package var itemLimitsOfSections: [NSManagedObjectID?: ItemLimit] {
    tracker.lists.map { $0.limits(in: $0.engine.version.policies) } ?? [:]
  }
}
