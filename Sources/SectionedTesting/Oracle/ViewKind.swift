/// The two views that an oracle stands for. Each enforces the rules of both; the kind chooses the words.
package enum ViewKind: Hashable, Sendable, CaseIterable {
  case table
  case collection

  /// What the view calls an item.
  package var item: String { self == .table ? "row" : "item" }
  package var view: String { self == .table ? "table view" : "collection view" }
  /// With its article.
  var anItem: String { self == .table ? "a row" : "an item" }
}

/// What a view throws on the main thread; here an error with the same words.
package struct ViewException: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
