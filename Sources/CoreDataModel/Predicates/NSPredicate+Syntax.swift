import Foundation

extension NSPredicate {
  /// The predicate taken apart: ours into what was written, compound ones into their parts. What is left are blocks and
  /// the program's own classes, which can only be evaluated.
  package var syntax: PredicateSyntax {
    switch self {
    case let predicate as FormatPredicate: return predicate.format
    case let predicate as WrittenComparison: return predicate.format
    case let predicate as FormatCompoundPredicate: return predicate.format
    case let predicate as NSCompoundPredicate: return predicate.parts
    default: break
    }
    // Constants are equal to each other; a block is equal to nothing. To evaluate a block would run it.
    if type(of: self) == NSPredicate.self {
      if isEqual(NSPredicate(value: true)) { return .constant(true) }
      if isEqual(NSPredicate(value: false)) { return .constant(false) }
    }
    return .leaf(.foreign(ForeignPredicate(self)))
  }
}

extension NSCompoundPredicate {
  /// Goes down a chain of the same kind in a loop: programs make long ones by adding to what they have.
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
