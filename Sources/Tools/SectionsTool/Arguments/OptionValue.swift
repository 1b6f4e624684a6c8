/// Parses the values of options on the command line and in scripts.
enum OptionValue {
  /// A problem of a value. The message follows the option's name.
  struct Problem: Error {
    let message: String
  }

  static func count(_ text: String) throws -> Int {
    if let value = Int(text), value >= 0 { return value }
    // A text of digits that is no `Int` is out of range.
    let isTooLarge = !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let range = isTooLarge ? "up to \(Int.max)" : "that is not negative"
    throw Problem(message: "takes a whole number \(range), not '\(text)'.")
  }

  static func choice<Choice: RawRepresentable & CaseIterable>(_ text: String) throws -> Choice
  where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      let choices = Choice.allCases.map(\.rawValue).joined(separator: " or ")
      throw Problem(message: "is \(choices), not '\(text)'.")
    }
    return choice
  }

  /// Splits a comma-separated list of names. An empty text has no names.
  static func list(_ text: String) throws -> [String] {
    guard !text.isEmpty else { return [] }
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimming(" ") }
    guard !names.contains("") else { throw Problem(message: "has an empty name before or after a comma in '\(text)'.") }
    return names
  }

  static func sortKeys(_ text: String) throws -> [ListOptions.SortKey] {
    let keys = try list(text).map { part -> ListOptions.SortKey in
      let pieces = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      switch (pieces.count, pieces.last) {
      case (1, _): return .init(key: part, ascending: true)
      case (2, "asc") where !pieces[0].isEmpty: return .init(key: pieces[0], ascending: true)
      case (2, "desc") where !pieces[0].isEmpty: return .init(key: pieces[0], ascending: false)
      default: throw Problem(message: "takes KEY or KEY:desc, not '\(part)'.")
      }
    }
    var seen: Set<String> = []
    for key in keys where !seen.insert(key.key).inserted {
      throw Problem(message: "names '\(key.key)' twice; only the first would count.")
    }
    return keys
  }
}

extension Substring {
  fileprivate func trimming(_ character: Character) -> String {
    var text = drop { $0 == character }
    while text.last == character { text.removeLast() }
    return String(text)
  }
}
