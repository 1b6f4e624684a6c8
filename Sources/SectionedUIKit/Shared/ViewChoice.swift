#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// What is to be shown at a place of a view: the model, and the rule that is for it.
  struct ViewChoice {
    /// Nil where no rule is for the model.
    var rule: ViewRule?
    /// Nil where there is none.
    var model: Any?
    var context: ViewContext
    /// Whether the source has dropped the model since the view was handed its list.
    var isGone: Bool
    /// Whether the model is an item, and not a section.
    var isOfItem = false
  }

  /// What a view asks, whatever its binding's source is.
  @MainActor
  protocol ListAnswers: AnyObject {
    var numberOfSections: Int { get }
    func numberOfItems(inSection section: Int) -> Int
    /// The numbers of items that are at hand, for views that ask for all of them.
    var counts: ShownCounts { get }
    /// What is to be shown by a view of a role.
    func choice(_ role: ViewRole, at place: ItemPlace) -> ViewChoice
    /// What is to be shown by a view that belongs to no section.
    func layoutChoice(_ role: ViewRole, _ path: IndexPath) -> ViewChoice
    /// The roles that the rules know.
    var roles: [ViewRole] { get }
    /// Makes a view by the program's closures, for a view that is asking.
    func answering<View>(_ body: () -> View) -> View
    /// Records that a view shows a model now.
    func noteConfigured(_ choice: ViewChoice)
    /// Whether a placeholder is the only row of the view.
    var showsPlaceholder: Bool { get }
    /// Reports that no rule is for a model, or that a rule does not fit its view.
    func report(_ message: String)
    var editing: ListEditing { get }
    /// Whether there is an item at a place.
    func holds(_ place: ItemPlace) -> Bool
    /// Whether there is an item at a place that the user may move.
    func canMove(_ place: ItemPlace) -> Bool
    /// Whether there is an item at a place that the user may delete.
    func canDelete(_ place: ItemPlace) -> Bool
    /// Shows what waits for the end of a batch of the program's own.
    func batchHasEnded()
    /// Takes over an item's move that the view shows already.
    func userMoved(from old: ItemPlace, to new: ItemPlace)
    func userDeletes(_ place: ItemPlace)
    func userInserts(_ place: ItemPlace)
    func prefetch(_ places: [ItemPlace])
    func cancelPrefetch(_ places: [ItemPlace])
    /// Whether sections may have titles in the index at the view's side.
    var hasIndexTitles: Bool { get }
    /// The title of a section in that index; nil where it has none.
    func indexTitle(ofSection section: Int) -> String?
  }
#endif
