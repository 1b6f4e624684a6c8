extension CompiledPredicate {
  /// Whether the object satisfies the predicate.
  ///
  /// - Parameter answers: a cache of results for successive objects. It is valid as long as no data changes.
  /// - Throws: the reader's error, or an error if the predicate needs objects and the reader has none.
  package func matches(
    _ key: RowKey, in reader: some PropertyReader, remembering answers: NestedAnswers? = nil
  ) throws -> Bool {
    var evaluation = Evaluation(reader: reader, object: key)
    evaluation.answers = answers
    return try evaluation.holds(tree)
  }
}

/// An evaluation of a predicate: the objects in scope, and the reader of their properties.
struct Evaluation<Reader: PropertyReader> {
  let reader: Reader
  let object: RowKey
  /// The elements of the collections that are being searched, outermost first. The first one has scope 1.
  var elements: [RowKey] = []
  /// The cache of results for nested collections.
  var answers: NestedAnswers?

  init(reader: Reader, object: RowKey) {
    self.reader = reader
    self.object = object
  }

  subscript(scope scope: Int) -> RowKey { scope == 0 ? object : elements[scope - 1] }

  func holds(_ tree: CompiledPredicate.Tree) throws -> Bool { try tree.evaluate(holds) }

  private func holds(_ leaf: CompiledLeaf) throws -> Bool {
    switch leaf {
    case .comparison(let comparison):
      return comparison.relation.holds(
        try value(comparison.left), try value(comparison.right), comparison.options
      )
    case .text(let comparison): return try holds(comparison)
    case .membership(let expression, let constants): return constants.contains(try value(expression))
    case .exists(let objects): return try first(of: objects)
    case .entity(let expression, let entities):
      guard case .reference(let key) = try value(expression) else { return false }
      return entities.contains(Int(key.entity))
    case .foreign(let foreign):
      return try foreign.matches(try reader.object(for: object))
    }
  }

  private func holds(_ comparison: CompiledTextComparison) throws -> Bool {
    guard case .string(let text) = try value(comparison.text) else { return false }
    if let test = comparison.test { return test.holds(text) }
    guard case .string(let pattern) = try value(comparison.pattern) else { return false }
    // An invalid regular expression in a row makes that row not match, and has no effect on other rows.
    guard let test = try? TextTest(comparison.relation, pattern, comparison.options) else { return false }
    return test.holds(text)
  }

  /// Whether any of the objects passes their filter.
  private func first(of objects: RelatedObjects) throws -> Bool {
    guard let answers, let nesting = objects.nesting else { return try findFirst(of: objects) }
    return try answers.number(.existence, of: nesting, nesting.scopes.map { self[scope: $0] }) {
      try findFirst(of: objects) ? 1 : 0
    } > 0
  }

  private func findFirst(of objects: RelatedObjects) throws -> Bool {
    var found = false
    try visit(objects) { _ in
      found = true
      return false
    }
    return found
  }
}
