import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// The folded sections, by object ID; nil is the section of unmatched items. A folded section shows no items: its
  /// ``SectionedFetchedResultsSectionInfo/totalNumberOfObjects`` and its aggregates are as before.
  ///
  /// A section keeps its state while it moves, while it is not in the list, and through each fetch. Setting it while the
  /// list is live is one change of the list: it is reported at once, in a delegate's method when the running batch has
  /// ended.
  ///
  /// - Complexity: O(sections + items of the sections that fold or unfold) to set.
  public var folding: SectionFolding<NSManagedObjectID?> {
    get { tracker.folding.states }
    set { tracker.changeFolding { $0 = newValue } }
  }

  /// Whether a section is folded.
  ///
  /// - Parameter index: the index of the section in the list that is shown. One that is not in it is a programming
  ///   error.
  public func isFolded(sectionAt index: Int) -> Bool {
    _ = section(at: index)
    return tracker.shown.version.policies.isFolded(tracker.shown.version.shown[index])
  }

  /// Folds or unfolds a section. A change is reported as one of ``folding`` is.
  ///
  /// - Parameters:
  ///   - isFolded: whether the section is folded.
  ///   - index: the index of the section in the list that is shown. One that is not in it is a programming error.
  /// - Complexity: O(sections + items of the section).
  public func setFolded(_ isFolded: Bool, sectionAt index: Int) {
    let id = section(at: index)?.objectID
    tracker.changeFolding { $0[id] = isFolded }
  }

  /// Folds or unfolds all sections, also those that come later, in one change. It is reported as one of ``folding`` is.
  ///
  /// - Complexity: O(sections + items of the sections that fold or unfold).
  public func setAllFolded(_ isFolded: Bool) { tracker.changeFolding { $0.setAll(isFolded) } }

  /// ``folding`` as a property list, to be kept until the next launch. Sections that are not saved are left out.
  ///
  /// - Complexity: O(sections that were folded or unfolded).
  public var foldingPropertyList: [String: Any] {
    folding.propertyList { id in
      guard let id else { return "" }
      return id.isTemporaryID ? nil : id.uriRepresentation().absoluteString
    }
  }

  /// Restores ``folding`` from a property list, before the first fetch or later.
  ///
  /// - Parameter propertyList: as ``foldingPropertyList`` returned it. Sections of a store that the context does not have
  ///   are left out.
  public func restoreFolding(from propertyList: [String: Any]) {
    var context = managedObjectContext
    while let parent = context.parent { context = parent }
    let coordinator = context.persistentStoreCoordinator
    folding = SectionFolding(propertyList: propertyList) { text -> NSManagedObjectID?? in
      if text.isEmpty { return .some(nil) }
      return URL(string: text).flatMap { coordinator?.managedObjectID(forURIRepresentation: $0) }.map { .some($0) }
    }
  }
}

extension SectionedFetchedResultsSectionInfo {
  /// The number of items that belong to the section and are not shown, for a row that says how many more there are.
  public var numberOfHiddenObjects: Int { totalNumberOfObjects - numberOfObjects }
}
