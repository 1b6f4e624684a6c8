/// How a script changes a list: by the names and the values of the command line's options.
extension ListOptions {
  /// Takes policies: `empty`, `unmatched`, `section-limit`, `classic`, `depends` and `section-depends`.
  mutating func change(policies: JSON) throws {
    for (name, value) in try members(of: policies, "policies") where try !takePolicy(name, value) {
      throw ToolError.data("\"policies\" has no '\(name)'.")
    }
  }

  /// Takes what is fetched: `by`, `where`, `sections-where`, `sort`, `section-sort`, `limit` and `offset`. Null takes a
  /// predicate away.
  mutating func change(list: JSON) throws {
    for (name, value) in try members(of: list, "list") where try !takeFetch(name, value) {
      throw ToolError.data("\"list\" has no '\(name)'.")
    }
  }

  /// Takes both, as they are given for the whole of a script.
  mutating func change(all: JSON) throws {
    for (name, value) in try members(of: all, "list") where try !takeFetch(name, value) && !takePolicy(name, value) {
      throw ToolError.data("\"list\" has no '\(name)'.")
    }
  }

  private mutating func takePolicy(_ name: String, _ value: JSON) throws -> Bool {
    switch name {
    case "empty": empty = try ArgumentReader.choice(value.plainText, for: name)
    case "unmatched": unmatched = try ArgumentReader.choice(value.plainText, for: name)
    case "classic": classic = try ArgumentReader.choice(value.plainText, for: name)
    case "section-limit": sectionLimit = try ArgumentReader.count(value.plainText, for: name)
    case "depends": depends = value.plainList
    case "section-depends": sectionDepends = value.plainList
    default: return false
    }
    return true
  }

  private mutating func takeFetch(_ name: String, _ value: JSON) throws -> Bool {
    switch name {
    case "by": by = value.plainText
    case "where": itemPredicate = value == .null ? nil : value.plainText
    case "sections-where": sectionPredicate = value == .null ? nil : value.plainText
    case "sort": sort = try ArgumentReader.sortKeys(value.plainText, for: name)
    case "section-sort": sectionSort = try ArgumentReader.sortKeys(value.plainText, for: name)
    case "limit": limit = try ArgumentReader.count(value.plainText, for: name)
    case "offset": offset = try ArgumentReader.count(value.plainText, for: name)
    default: return false
    }
    return true
  }

  private func members(of json: JSON, _ what: String) throws -> [(key: String, value: JSON)] {
    guard case .object(let members) = json else { throw ToolError.data("\"\(what)\" is an object, not \(json.text).") }
    return members
  }
}

extension JSON {
  /// A string without its quotes, or what else the value is.
  var plainText: String {
    if case .string(let text) = self { text } else { text }
  }

  /// The strings of an array, or of a text with commas between them.
  fileprivate var plainList: [String] {
    if case .array(let values) = self { values.map(\.plainText) } else { ArgumentReader.list(plainText) }
  }
}
