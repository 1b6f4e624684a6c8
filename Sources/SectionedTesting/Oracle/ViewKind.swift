/// The view that an oracle models. Each enforces the rules of both; the kind chooses the words.
package enum ViewKind: Hashable, Sendable, CaseIterable {
  case table
  case collection

  /// The view's word for an item.
  package var item: String { self == .table ? "row" : "item" }
  package var view: String { self == .table ? "table view" : "collection view" }
  /// The word with its article.
  var anItem: String { self == .table ? "a row" : "an item" }
}

/// An exception that a view throws on the main thread; here an error with the same words.
package struct ViewException: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
