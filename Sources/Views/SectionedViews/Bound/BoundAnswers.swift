import SectionedChanges

/// The answers that a view needs from its binding, whatever the type of the source.
@MainActor
package protocol BoundAnswers: AnyObject {
  /// The number of sections of the view.
  var numberOfSections: Int { get }
  /// The number of items of a section of the view.
  func numberOfItems(inSection section: Int) -> Int
  /// The model at a place and its rule. A header's or footer's model is the section's.
  func model(for role: ViewRole, at place: ItemPlace, by rules: ListRules) -> BoundModel
  /// Calls a closure of the program that makes a view, while the view is asking for it.
  func answering<View>(_ body: () -> View) -> View
  /// Records that a view was configured for a model.
  func noteConfigured(_ model: BoundModel)
  /// Reports that no rule accepts a model, or that a rule does not fit its view.
  func report(_ message: String)
  /// Whether there is an item at a place that the user may move.
  func canMove(_ place: ItemPlace) -> Bool
  /// Whether there is an item at a place that the user may delete.
  func canDelete(_ place: ItemPlace) -> Bool
  /// The place where a dragged item may be dropped, near the proposed one; nil if there is none.
  func target(of item: ItemPlace, proposed place: ItemPlace) -> ItemPlace?
  /// The identifier of the item at a place, which stays the same when the list changes; nil if there is no item.
  func name(at place: ItemPlace) -> AnyHashable?
  /// The place of the item with an identifier; nil if it is not shown.
  func place(named name: AnyHashable) -> ItemPlace?
  /// The identifier of a section, which stays the same when the list changes; nil if there is no section.
  func name(ofSection section: Int) -> AnyHashable?
  /// Moves an item that the user has dropped. The view has not moved it by itself. Returns false if the edit threw an
  /// error.
  func userDropped(_ item: ItemPlace, at place: ItemPlace) -> Bool
  /// Deletes an item.
  func userDeleted(_ place: ItemPlace)
}
