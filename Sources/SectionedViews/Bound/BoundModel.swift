import SectionedChanges

/// The model to be shown at a place of a view, and the rule for it.
package struct BoundModel {
  /// The rule; nil where none is for the model.
  package var rule: ViewRule?
  /// The model; nil where there is none.
  package var model: Any?
  /// The place.
  package var context: ViewContext
  /// Whether the source has dropped the model since the view was handed its list.
  package var isGone: Bool

  /// The model's type, for a message.
  package var described: String { model.map { "\(type(of: $0))" } ?? "no model" }
}
