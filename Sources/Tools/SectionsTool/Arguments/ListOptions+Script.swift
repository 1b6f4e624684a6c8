import OrderedRows

/// Changes that a script makes to a list. They use the names and values of the command line's options.
extension ListOptions {
  /// Reads policies: `empty`, `unmatched`, `section-limit`, `classic`, `depends` and `section-depends`.
  mutating func change(policies: LocatedJSON) throws {
    try take(policies, as: "policies", Self.policyNames)
  }

  /// Reads the parts of the fetch: `by`, `where`, `sections-where`, `sort`, `section-sort`, `limit` and `offset`. Null
  /// removes a predicate.
  mutating func change(list: LocatedJSON) throws {
    try take(list, as: "list", Self.fetchNames)
  }

  /// Reads policies and parts of the fetch, which a script gives at its beginning.
  mutating func change(all: LocatedJSON) throws {
    try take(all, as: "list", Self.fetchNames + Self.policyNames)
  }

  static let policyNames = ["empty", "unmatched", "section-limit", "classic", "depends", "section-depends"]
  static let fetchNames = ["by", "where", "sections-where", "sort", "section-sort", "limit", "offset"]

  private mutating func take(_ json: LocatedJSON, as what: String, _ names: [String]) throws {
    guard case .object(let members) = json.content else {
      throw LocatedProblem(offset: json.offset, message: "\"\(what)\" is an object, not \(json.kind).")
    }
    for member in members {
      guard names.contains(member.key) else {
        let near = NearNames.question(for: member.key, among: names, mark: "\"")
        throw LocatedProblem(
          offset: member.offset,
          message: "\"\(what)\" has no '\(member.key)'; it can have \(names.joined(separator: ", ")).\(near)")
      }
      do {
        try take(member.key, member.value.json)
      } catch let problem as OptionValue.Problem {
        throw LocatedProblem(offset: member.value.offset, message: "\"\(member.key)\" \(problem.message)")
      }
    }
  }

  private mutating func take(_ name: String, _ value: JSON) throws {
    switch name {
    case "empty": empty = try OptionValue.choice(value.plainText)
    case "unmatched": unmatched = try OptionValue.choice(value.plainText)
    case "classic": classic = try OptionValue.choice(value.plainText)
    case "section-limit": sectionLimit = try OptionValue.count(value.plainText)
    case "depends": depends = try value.names()
    case "section-depends": sectionDepends = try value.names()
    case "by": by = try value.string()
    case "where": itemPredicate = value == .null ? nil : try value.string()
    case "sections-where": sectionPredicate = value == .null ? nil : try value.string()
    case "sort": sort = try OptionValue.sortKeys(value.string())
    case "section-sort": sectionSort = try OptionValue.sortKeys(value.string())
    case "limit": limit = try OptionValue.count(value.plainText)
    case "offset": offset = try OptionValue.count(value.plainText)
    default: break
    }
  }
}

extension JSON {
  /// A string without its quotes, or else the JSON text; also an infinite number, which JSON cannot write.
  var plainText: String {
    switch self {
    case .string(let string): string
    case .number(let value) where !value.isFinite: "\(value)"
    default: text
    }
  }

  fileprivate func string() throws -> String {
    guard case .string(let text) = self else { throw OptionValue.Problem(message: "is a string, not \(text).") }
    return text
  }

  /// The strings of an array, or of a comma-separated text.
  fileprivate func names() throws -> [String] {
    if case .array(let values) = self { try values.map { try $0.string() } } else { try OptionValue.list(string()) }
  }
}
