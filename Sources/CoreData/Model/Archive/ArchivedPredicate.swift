import Foundation

/// An archived predicate as a tree that can be written in the predicate language.
indirect enum ArchivedPredicate {
  case comparison(left: String, operation: String, right: Operand)
  case and([ArchivedPredicate])
  case or([ArchivedPredicate])
  case not(ArchivedPredicate)
  case constant(Bool)

  struct Operand {
    let text: String
    /// The value of a constant.
    var constant: Any?
  }

  /// Deeper predicates are not read: real ones nest a few levels, and reading recurses.
  private static let depthLimit = 64

  /// Reads a predicate; nil when it has a part that the predicate language cannot say.
  init?(_ object: ArchivedObject, depth: Int = 0) {
    guard depth < Self.depthLimit, let name = try? object.className else { return nil }
    switch name {
    case "NSComparisonPredicate":
      guard let left = (try? object.object(for: "NSLeftExpression")).flatMap({ Self.operand($0, depth: depth) }),
        let right = (try? object.object(for: "NSRightExpression")).flatMap({ Self.operand($0, depth: depth) }),
        let operation = (try? object.object(for: "NSPredicateOperator")).flatMap(Self.operation)
      else { return nil }
      self = .comparison(left: operation.modifier + left.text, operation: operation.text, right: right)
    case "NSCompoundPredicate":
      guard let references = try? object.list(for: "NSSubpredicates"),
        let type = try? object.integer(for: "NSCompoundPredicateType") ?? 0
      else { return nil }
      let parts = references.compactMap { reference in
        (try? object.archive.object(reference)).flatMap { ArchivedPredicate($0, depth: depth + 1) }
      }
      guard parts.count == references.count else { return nil }
      switch type {
      case 0:
        guard let only = parts.first, parts.count == 1 else { return nil }
        self = .not(only)
      case 1: self = .and(parts)
      case 2: self = .or(parts)
      default: return nil
      }
    case "NSTruePredicate": self = .constant(true)
    case "NSFalsePredicate": self = .constant(false)
    default: return nil
    }
  }

  /// The predicate in the predicate language.
  var format: String {
    switch self {
    case .comparison(let left, let operation, let right): return "\(left) \(operation) \(right.text)"
    case .and(let parts): return parts.isEmpty ? "TRUEPREDICATE" : Self.join(parts, " AND ")
    case .or(let parts): return parts.isEmpty ? "FALSEPREDICATE" : Self.join(parts, " OR ")
    case .not(let part): return "NOT (\(part.format))"
    case .constant(let value): return value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    }
  }

  private static func join(_ parts: [ArchivedPredicate], _ word: String) -> String {
    parts.map { "(\($0.format))" }.joined(separator: word)
  }

  /// An expression in the predicate language; nil when it cannot say it.
  static func expression(_ object: ArchivedObject) -> String? { operand(object, depth: 0)?.text }

  private static func operation(_ object: ArchivedObject) -> (modifier: String, text: String)? {
    guard let type = try? object.integer(for: "NSOperatorType"),
      let modifier = try? object.integer(for: "NSModifier") ?? 0, (0...2).contains(modifier)
    else { return nil }
    let flags = (try? object.integer(for: "NSOptions")) ?? (try? object.integer(for: "NSFlags")) ?? 0
    let names: [Int64: String] = [
      0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE", 8: "BEGINSWITH", 9: "ENDSWITH",
      10: "IN", 99: "CONTAINS", 100: "BETWEEN",
    ]
    guard var text = names[type] else { return nil }
    if type == 4, (try? object.flag(for: "NSNegate")) == true { text = "!=" }
    let options = (flags & 1 != 0 ? "c" : "") + (flags & 2 != 0 ? "d" : "")
    return (["", "ALL ", "ANY "][Int(modifier)], options.isEmpty ? text : "\(text)[\(options)]")
  }

  private static func operand(_ object: ArchivedObject, depth: Int) -> Operand? {
    guard depth < depthLimit, let type = try? object.integer(for: "NSExpressionType") else { return nil }
    switch type {
    case 0:
      guard let reference = object.reference(for: "NSConstantValue") else { return Operand(text: "nil") }
      guard let value = ArchivedValue.value(reference, in: object.archive) else { return nil }
      return literal(value).map { Operand(text: $0, constant: value) }
    case 1: return Operand(text: "SELF")
    case 2: return (try? object.string(for: "NSVariable")).map { Operand(text: "$\($0)") }
    case 3, 4: return call(object, depth: depth)
    case 10: return (try? object.string(for: "NSKeyPath")).map { Operand(text: PredicateText.keyPath($0)) }
    default: return nil
    }
  }

  /// A key path of an operand, or one of the functions that derived attributes use.
  private static func call(_ object: ArchivedObject, depth: Int) -> Operand? {
    guard let selector = try? object.string(for: "NSSelectorName"),
      let references = try? object.list(for: "NSArguments")
    else { return nil }
    let arguments = references.compactMap { reference in
      (try? object.archive.object(reference)).flatMap { operand($0, depth: depth + 1)?.text }
    }
    guard arguments.count == references.count else { return nil }
    switch (selector, arguments.count) {
    case ("valueForKey:", 1), ("valueForKeyPath:", 1):
      guard let base = (try? object.object(for: "NSOperand")).flatMap({ operand($0, depth: depth + 1)?.text })
      else { return nil }
      return Operand(text: base == "SELF" ? arguments[0] : "\(base).\(arguments[0])")
    case ("count:", 1): return Operand(text: "\(arguments[0]).@count")
    case ("now", 0): return Operand(text: "now()")
    case (_, 1) where selector.hasSuffix(":"): return Operand(text: "\(selector)(\(arguments[0]))")
    default: return nil
    }
  }

  private static func literal(_ value: Any) -> String? {
    switch value {
    case let number as NSNumber: number.description(withLocale: nil)
    case let text as String: PredicateText.quoted(text)
    case let date as Date: "CAST(\(date.timeIntervalSinceReferenceDate), \"NSDate\")"
    default: nil
    }
  }
}
