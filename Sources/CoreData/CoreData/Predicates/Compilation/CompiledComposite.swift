import Foundation

/// A composite attribute in a comparison, with the paths of its elements that hold values.
struct CompiledComposite {
  let layout: CompositeLayout
  /// The paths of the elements, by slot.
  private let paths: [Int: CompiledExpression]

  /// - Parameter path: the path to the object that has the attribute.
  init(_ layout: CompositeLayout, _ path: PathBeginning) {
    self.layout = layout
    paths = Dictionary(
      uniqueKeysWithValues: layout.slots.map { slot in
        var path = path
        path.attribute = slot
        return (slot, path.end)
      })
  }

  /// The paths of a composite's elements, by dotted element name.
  fileprivate func elements(_ layout: CompositeLayout) -> [String: CompiledExpression] {
    var elements: [String: CompiledExpression] = [:]
    for element in layout.elements {
      switch element.content {
      case .value(let slot): elements[element.name] = paths[slot]
      case .composite(let inner):
        for (name, expression) in self.elements(inner) { elements["\(element.name).\(name)"] = expression }
      }
    }
    return elements
  }

  fileprivate subscript(slot: Int) -> CompiledExpression? { paths[slot] }
}

extension PredicateCompiler {
  /// Compiles a comparison for equality with a composite attribute: each of its elements must be equal.
  ///
  /// - Throws: an error if the other side is neither nil, a dictionary nor a composite attribute.
  func isEqual(
    _ composite: CompiledComposite, _ other: CompiledOperand, _ options: StringOptions, _ syntax: ComparisonSyntax
  ) throws -> Tree {
    func equal(_ left: CompiledExpression?, _ right: CompiledExpression?) throws -> Tree {
      try relate(left ?? .constant(.null), .equalTo, right ?? .constant(.null), options, syntax)
    }
    switch other {
    case .single(.constant(let constant)):
      let object: Any? = if case .opaque(let box) = constant { box.object } else { nil }
      guard constant.isNull || CompositeLayout.dictionary(of: object) != nil else { break }
      // A dictionary with a key that is not an element is never equal.
      guard let values = try? composite.layout.values(of: object, "") else { return .constant(false) }
      return .conjunction(
        try values.map { slot, value in
          try equal(composite[slot], .constant(ConstantSyntax(argument: value).comparable))
        })
    case .composite(let other, of: nil):
      let (own, compared) = (composite.elements(composite.layout), other.elements(other.layout))
      return .conjunction(try Set(own.keys).union(compared.keys).sorted().map { try equal(own[$0], compared[$0]) })
    default: break
    }
    throw Self.isComposite(syntax)
  }

  /// Compiles a comparison of a composite attribute.
  func compare(
    _ composite: CompiledComposite, _ comparison: PredicateOperator, _ other: CompiledOperand,
    _ options: StringOptions, in syntax: ComparisonSyntax
  ) throws -> Tree {
    switch (comparison, other) {
    case (.equalTo, _): return try isEqual(composite, other, options, syntax)
    case (.notEqualTo, _): return .negation(try isEqual(composite, other, options, syntax))
    case (.in, .list(let elements)):
      return .disjunction(try elements.map { try isEqual(composite, $0, options, syntax) })
    default: throw Self.isComposite(syntax)
    }
  }

  private static func isComposite(_ syntax: ComparisonSyntax) -> NSError {
    PredicateProblem.error(
      "A composite attribute can be compared with nil, a dictionary or another one, by ==, != or IN: \(syntax). "
        + "Else name one of its elements.")
  }
}
