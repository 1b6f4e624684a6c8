import Foundation

/// The query of a search: a text, and a scope that the user chose.
public struct SearchQuery: Sendable {
  /// The text; empty where none was entered.
  public var text: String
  /// The scope, of any kind; nil where none was chosen.
  public var scope: (any Hashable & Sendable)?
  /// Whether the user's language pairs small and capital ASCII letters, see ``matches(_:)``.
  let hasPlainCase = Self.hasPlainCase(.current)

  /// Makes a query. Without arguments it is the query that every item matches.
  public init(text: String = "", scope: (any Hashable & Sendable)? = nil) {
    self.text = text
    self.scope = scope
  }

  /// Whether there is anything to search for: a text or a scope.
  public var isSearching: Bool { !text.isEmpty || scope != nil }

  /// Returns the scope if it is of a type; nil if it is of another type, or there is none.
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
