import Foundation

extension NSPredicate {
  /// The syntax tree of the predicate. Blocks and predicates of the program's own classes become leaves that can only
  /// be evaluated.
  package var syntax: PredicateSyntax {
    switch self {
    case let predicate as FormatPredicate: return predicate.format
    case let predicate as WrittenComparison: return predicate.format
    case let predicate as FormatCompoundPredicate: return predicate.format
    case let predicate as NSCompoundPredicate: return predicate.parts
    default: break
    }
    // Two constant predicates are equal, and a block predicate equals no other. Do not evaluate the predicate to find
    // out, because that would run the block.
    if type(of: self) == NSPredicate.self {
      if isEqual(NSPredicate(value: true)) { return .constant(true) }
      if isEqual(NSPredicate(value: false)) { return .constant(false) }
    }
    return .leaf(.foreign(ForeignPredicate(self)))
  }
}

extension NSCompoundPredicate {
  /// Flattens a chain of the same operator in a loop, because programs build long chains by appending to existing
  /// predicates.
  fileprivate var parts: PredicateSyntax {
    guard compoundPredicateType != .not else { return .negation(subpredicates[0].syntax) }
    var parts: [PredicateSyntax] = []
    var pending: [NSPredicate] = subpredicates.reversed()
    while let next = pending.popLast() {
      if let written = next as? FormatCompoundPredicate {
        parts.append(written.format)
      } else if let compound = next as? NSCompoundPredicate, compound.compoundPredicateType == compoundPredicateType {
        pending += compound.subpredicates.reversed()
      } else {
        parts.append(next.syntax)
      }
    }
    return compoundPredicateType == .and ? .conjunction(parts) : .disjunction(parts)
  }
}
