import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// The number of items that each section shows at most. The default is `ItemLimit.all`.
  ///
  /// The item request's limit and offset count what this leaves. With `ItemLimit.none` each section is folded: it shows
  /// no item, and its ``SectionedFetchedResultsSectionInfo/totalNumberOfObjects`` is as before. A change is reported as
  /// one of ``showsEmptySections`` is.
  ///
  /// - Complexity: O(sections + items of the sections of which other items are shown) to set.
  public var itemLimit: ItemLimit {
    get { tracker.policies.sectionLimit }
    set { tracker.changePolicies { $0.sectionLimit = newValue } }
  }

  /// The number of items that a section shows at most while it is not folded by ``setFolded(_:sectionAt:)``: its own
  /// limit, otherwise ``itemLimit``.
  ///
  /// - Parameter index: the index of the section in the list that is shown. One that is not in it is a programming
  ///   error.
  public func itemLimit(ofSectionAt index: Int) -> ItemLimit {
    _ = section(at: index)
    return tracker.shown.version.policies.ownLimit(of: tracker.shown.version.shown[index])
  }

  /// Sets a limit for one section, instead of ``itemLimit``: as for "show more", or to fold the section. The section
  /// keeps it as long as it is in the list.
  ///
  /// - Parameters:
  ///   - limit: the number of items that the section shows at most.
  ///   - index: the index of the section in the list that is shown. One that is not in it is a programming error.
  /// - Complexity: O(sections + items of the sections of which other items are shown).
  public func setItemLimit(_ limit: ItemLimit, ofSectionAt index: Int) {
    _ = section(at: index)
    tracker.changeLimit(limit, ofSectionAt: index)
  }

  /// Removes the limit that ``setItemLimit(_:ofSectionAt:)`` set for a section, which then has ``itemLimit``.
  ///
  /// - Parameter index: the index of the section in the list that is shown. One that is not in it is a programming
  ///   error.
  /// - Complexity: O(sections + items of the sections of which other items are shown).
  public func removeItemLimit(ofSectionAt index: Int) {
    _ = section(at: index)
    tracker.changeLimit(nil, ofSectionAt: index)
  }
}

/// The limits as integers, in which 0 shows all.
extension SectionedFetchedResultsController {
  /// The number of items that each section shows at most; 0, the default, for all, and -1 for `ItemLimit.none`, which
  /// this form cannot set.
  @available(*, deprecated, message: "Use 'itemLimit', in which '.all' is what 0 is here.")
  public var sectionItemLimit: Int {
    get { itemLimit.integer }
    set { itemLimit = ItemLimit(integer: newValue) }
  }

  /// Sets a limit for one section.
  ///
  /// - Parameters:
  ///   - limit: the number of items that the section shows at most; 0 for all, nil for the limit of each section.
  ///   - index: the index of the section in the list that is shown. One that is not in it is a programming error.
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

  /// The number of items that a section shows at most; 0 for all, and -1 for `ItemLimit.none`.
  ///
  /// - Parameter index: the index of the section in the list that is shown. One that is not in it is a programming
  ///   error.
  @available(*, deprecated, message: "Use 'itemLimit(ofSectionAt:)', in which '.all' is what 0 is here.")
  public func itemLimit(forSectionAt index: Int) -> Int { itemLimit(ofSectionAt: index).integer }
}

extension SectionedFetchedResultsController {
  /// The limits that ``setItemLimit(_:ofSectionAt:)`` set, by section ID, of hidden sections too.
  package var itemLimitsOfSections: [NSManagedObjectID?: ItemLimit] {
    tracker.lists.map { $0.limits(in: $0.engine.version.policies) } ?? [:]
  }
}
