#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  /// The interface of a binding that a view's data source and delegate call, independent of the source's type.
  @MainActor
  protocol ListAnswers: AnyObject {
    var numberOfSections: Int { get }
    func numberOfItems(inSection section: Int) -> Int
    /// The cached item counts, for views that ask for all of them.
    var counts: ShownCounts { get }
    /// The model and the rule for a view of a role at a place in the view.
    func choice(_ role: ViewRole, at place: ItemPlace) -> BoundModel
    /// The model and the rule for a supplementary view without a section.
    func layoutChoice(_ role: ViewRole, _ path: IndexPath) -> BoundModel
    /// The roles of the rules.
    var roles: [ViewRole] { get }
    /// Advice to append to a message about a model without a rule; empty if there is none.
    func advice(_ role: ViewRole, for choice: BoundModel) -> String
    /// Calls a closure of the program that makes a view, while the view is asking for it.
    func answering<View>(_ body: () -> View) -> View
    /// Records that a view was configured for a model.
    func noteConfigured(_ choice: BoundModel)
    /// Whether a placeholder is the only row of the view.
    var showsPlaceholder: Bool { get }
    /// Reports that no rule accepts a model, or that a rule does not fit its view.
    func report(_ message: String)
    var editing: ListEditing { get }
    /// Whether there is an item at a place.
    func holds(_ place: ItemPlace) -> Bool
    /// Whether there is an item at a place that the user may move.
    func canMove(_ place: ItemPlace) -> Bool
    /// Whether there is an item at a place that the user may delete.
    func canDelete(_ place: ItemPlace) -> Bool
    /// Shows the updates that waited for the end of a batch update of the program's.
    func batchHasEnded()
    /// Applies a move to the source that the view shows already.
    func userMoved(from old: ItemPlace, to new: ItemPlace)
    func userDeletes(_ place: ItemPlace)
    func userInserts(_ place: ItemPlace)
    func prefetch(_ places: [ItemPlace])
    func cancelPrefetch(_ places: [ItemPlace])
    /// Whether sections may have titles in the index at the side of the view.
    var hasIndexTitles: Bool { get }
    /// The title of a section in that index; nil if it has none.
    func indexTitle(ofSection section: Int) -> String?
  }

  extension UINib {
    /// Makes the nib of a rule. Without a bundle it is the bundle of the view's class.
    convenience init(_ name: String, _ bundle: Bundle?, of rule: ViewRule) {
      self.init(nibName: name, bundle: bundle ?? Bundle(for: rule.viewClass))
    }
  }
#endif
