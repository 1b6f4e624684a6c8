import Foundation

extension NSAttributeDescription {
  /// The bounds of the model editor, which are not among the validation predicates here; nil for none.
  package var valueBounds: (minimum: Decimal?, maximum: Decimal?) { (bounds.minimum, bounds.maximum) }
}
