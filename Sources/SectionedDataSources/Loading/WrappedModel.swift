/// A model that wraps another one: rules for the inner model apply to it, too.
package protocol WrappedModel {
  /// The wrapped model; nil where there is none.
  var innerModel: Any? { get }
}

extension LoadingRow: WrappedModel {
  package var innerModel: Any? {
    switch self {
    case .item(let item): item
    case .placeholder(let placeholder): placeholder
    case .append(let row): row
    }
  }
}

extension LoadingSection: WrappedModel {
  package var innerModel: Any? { section }
}
