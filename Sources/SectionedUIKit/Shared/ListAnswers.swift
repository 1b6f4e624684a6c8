#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  /// The answers that a view needs from its binding, whatever the type of the source.
  @MainActor
  protocol ListAnswers: AnyObject {
    var numberOfSections: Int { get }
    func numberOfItems(inSection section: Int) -> Int
    /// The cached numbers of items, for views that ask for all of them.
    var counts: ShownCounts { get }
    /// The model and the rule for a view of a role at a place.
    func choice(_ role: ViewRole, at place: ItemPlace) -> BoundModel
    /// The model and the rule for a view that belongs to no section.
    func layoutChoice(_ role: ViewRole, _ path: IndexPath) -> BoundModel
    /// The roles of the rules.
    var roles: [ViewRole] { get }
    /// The end of a message about a model without a rule, where there is something to say; else empty.
    func advice(_ role: ViewRole, for choice: BoundModel) -> String
    /// Makes a view by the program's closures, while a view is asking for it.
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

  extension UINib {
    /// The nib of a rule: in its bundle, or in that of the views' class.
    convenience init(_ name: String, _ bundle: Bundle?, of rule: ViewRule) {
      self.init(nibName: name, bundle: bundle ?? Bundle(for: rule.viewClass))
    }
  }
#endif
