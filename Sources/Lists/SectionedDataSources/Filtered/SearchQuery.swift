import Foundation

/// The query of a search: a text, and a scope that the user chose.
public struct SearchQuery: Sendable {
  /// The text; empty if the user entered none.
  public var text: String
  /// The scope, of any type; nil if the user chose none.
  public var scope: (any Hashable & Sendable)?
  /// Whether lowercase and uppercase ASCII letters are pairs in the user's language, see ``matches(_:)``.
  let hasPlainCase = Self.hasPlainCase(.current)

  /// Makes a query. Without arguments it is a query that every item matches.
  public init(text: String = "", scope: (any Hashable & Sendable)? = nil) {
    self.text = text
    self.scope = scope
  }

  /// Whether the query has a text or a scope.
  public var isSearching: Bool { !text.isEmpty || scope != nil }

  /// Returns the scope if it has the given type; otherwise nil.
  public func scope<Scope: Hashable>(as type: Scope.Type = Scope.self) -> Scope? { scope as? Scope }
}

extension SearchQuery: Hashable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.text == rhs.text && lhs.scope.map { AnyHashable($0) } == rhs.scope.map { AnyHashable($0) }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(scope.map { AnyHashable($0) })
  }
}
