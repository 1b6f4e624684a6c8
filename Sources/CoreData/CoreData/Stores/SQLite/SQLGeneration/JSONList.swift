import Foundation

/// Passes many values as one JSON text, which SQLite's `json_each` expands.
enum JSONList {
  /// - Returns: nil if the values are not all integers, references, or strings without NUL characters. SQLite would cut
  ///   a string off at a NUL.
  static func text(_ values: [Value]) -> String? {
    var text = "["
    for value in values {
      if text.utf8.count > 1 { text += "," }
      switch value {
      case .int(let number): text += String(number)
      case .reference(let key): text += String(key.primaryKey)
      case .string(let string) where !string.utf8.contains(0): append(string, to: &text)
      default: return nil
      }
    }
    return text + "]"
  }

  static func text(_ keys: [RowKey]) -> String {
    "[" + keys.lazy.map { String($0.primaryKey) }.joined(separator: ",") + "]"
  }

  private static func append(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.value < 0x20: text += "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
