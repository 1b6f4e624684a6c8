import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// The folded sections, by object ID; nil stands for the section of unmatched items. A folded section shows no items.
  /// Its ``SectionedFetchedResultsSectionInfo/totalNumberOfObjects`` and its aggregates do not change.
  ///
  /// A section keeps its state when it moves, when it leaves the list and comes back, and through each fetch. After the
  /// first fetch, setting this property changes the list and is reported as one change, at once or, in a delegate
  /// method, after the running batch.
  ///
  /// - Complexity: setting costs O(sections + items of the sections that fold or unfold).
  public var folding: SectionFolding<NSManagedObjectID?> {
    get { tracker.folding.states }
    set { tracker.changeFolding { $0 = newValue } }
  }

  /// Whether a section is folded.
  ///
  /// - Parameter index: the index of the section in the shown list. An index that does not exist is a programming
  ///   error.
  public func isFolded(sectionAt index: Int) -> Bool {
    _ = section(at: index)
    return tracker.shown.version.policies.isFolded(tracker.shown.version.shown[index])
  }

  /// Folds or unfolds a section. The change is reported like a change of ``folding``.
  ///
  /// - Parameters:
  ///   - isFolded: whether the section is folded.
  ///   - index: the index of the section in the shown list. An index that does not exist is a programming error.
  /// - Complexity: O(sections + items of the section).
  public func setFolded(_ isFolded: Bool, sectionAt index: Int) {
    let id = section(at: index)?.objectID
    tracker.changeFolding { $0[id] = isFolded }
  }

  /// Folds or unfolds all sections, including future ones, in one change. It is reported like a change of ``folding``.
  ///
  /// - Complexity: O(sections + items of the sections that fold or unfold).
  public func setAllFolded(_ isFolded: Bool) { tracker.changeFolding { $0.setAll(isFolded) } }

  /// The value of ``folding`` as a property list that a program can store until its next launch. Unsaved sections are
  /// left out.
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
  /// - Parameter propertyList: a value of ``foldingPropertyList``. Sections of stores that the context does not have
  ///   are ignored.
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
  /// The number of hidden items of the section, for example for a row “5 more”.
  public var numberOfHiddenObjects: Int { totalNumberOfObjects - numberOfObjects }
}
