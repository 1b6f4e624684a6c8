/// A model around another one: what is a rule for the inner one is for this one, too.
package protocol WrappedModel {
  /// What is in it; nil where it is nothing but itself.
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
