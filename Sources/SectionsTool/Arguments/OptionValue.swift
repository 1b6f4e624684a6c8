/// The values of options, as the command line and scripts write them.
enum OptionValue {
  /// What is wrong with a value, to be said after the name of its option.
  struct Problem: Error {
    let message: String
  }

  static func count(_ text: String) throws -> Int {
    guard let value = Int(text), value >= 0 else {
      throw Problem(message: "takes a whole number that is not negative, not '\(text)'.")
    }
    return value
  }

  static func choice<Choice: RawRepresentable & CaseIterable>(_ text: String) throws -> Choice
  where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      let choices = Choice.allCases.map(\.rawValue).joined(separator: " or ")
      throw Problem(message: "is \(choices), not '\(text)'.")
    }
    return choice
  }

  static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimming(" ") }.filter { !$0.isEmpty }
  }

  static func sortKeys(_ text: String) throws -> [ListOptions.SortKey] {
    try list(text).map { part in
      let pieces = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      switch (pieces.count, pieces.last) {
      case (1, _): return .init(key: part, ascending: true)
      case (2, "asc") where !pieces[0].isEmpty: return .init(key: pieces[0], ascending: true)
      case (2, "desc") where !pieces[0].isEmpty: return .init(key: pieces[0], ascending: false)
      default: throw Problem(message: "takes KEY or KEY:desc, not '\(part)'.")
      }
    }
  }
}

extension Substring {
  fileprivate func trimming(_ character: Character) -> String {
    var text = drop { $0 == character }
    while text.last == character { text.removeLast() }
    return String(text)
  }
}
