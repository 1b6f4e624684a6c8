extension PredicateSyntax {
  /// Evaluates the predicate with an object by itself, outside any fetch.
  ///
  /// - Parameter compilation: keeps the compiled predicate for the next object.
  func holds(for object: Any?, variables: [String: Any], compilation: KnownCompilation) throws -> Bool {
    guard let object = object as? any ModelObject else {
      return try ObjectEvaluation(object: object, variables: variables).holds(self)
    }
    return try object.satisfies(self, variables: variables, compilation: compilation)
  }
}
