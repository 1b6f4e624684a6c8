import CoreData
import Foundation

extension JSON {
  /// Parses a text that is a JSON array or object; returns nil for any other text.
  init?(structureIn text: String) {
    guard let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[",
      let json = try? JSON(parsing: Data(text.utf8))
    else { return nil }
    self = json
  }

  /// Converts a value of a property list.
  init(propertyList value: Any) {
    switch value {
    case let values as [Any]: self = .array(values.map { JSON(propertyList: $0) })
    case let members as [String: Any]:
      self = .object(members.sorted { $0.key < $1.key }.map { ($0.key, JSON(propertyList: $0.value)) })
    case let data as Data: self = .string(Self.text(of: data))
    case let number as NSNumber: self = ValueText.json(number)
    case let flag as Bool: self = .bool(flag)
    case let number as Int: self = .integer(number)
    case let number as Double: self = .number(number)
    default: self = ValueText.json(value)
    }
  }

  /// Converts the contents of an archive. An object of the program's own class becomes an object with the class's name
  /// and the fields.
  init(_ outline: ArchiveOutline) {
    switch outline {
    case .null: self = .null
    case .omitted: self = .string("…")
    case .value(let data as Data): self = .string(Self.text(of: data))
    case .value(let value): self = ValueText.json(value)
    case .list(let members): self = .array(members.map { JSON($0) })
    case .entries(let entries): self = .object(entries.map { (JSON($0.key).plainText, JSON($0.value)) })
    case .object(let className, let fields):
      self = .object([("class", .string(className))] + fields.map { ($0.name, JSON($0.value)) })
    }
  }

  /// Returns the first bytes of data within a value. All bytes would hide the rest of the value.
  private static func text(of data: Data) -> String {
    let shown = data.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    return ListTotals.count(data.count, "byte") + (data.isEmpty ? "" : ": \(shown)\(data.count > 16 ? " …" : "")")
  }

  /// The JSON text in lines, one for each member or element.
  var lines: [String] {
    switch self {
    case .array(let values) where !values.isEmpty: Self.lines(values.map(\.lines), between: "[", and: "]")
    case .object(let members) where !members.isEmpty:
      Self.lines(
        members.map { key, value in
          let lines = value.lines
          return [JSON.string(key).text + ": " + lines[0]] + lines.dropFirst()
        }, between: "{", and: "}")
    // Print the number itself. `text` would quote a large one.
    case .integer(let number): ["\(number)"]
    default: [text]
    }
  }

  /// Returns the lines of a JSON text, one for each member or element. Numbers and strings keep their spelling.
  ///
  /// - Complexity: O(length).
  static func lines(ofStructure text: String) -> [String] {
    var (lines, line, depth): ([String], String, Int) = ([], "", 0)
    var (isInString, isEscaped) = (false, false)
    func endLine() {
      lines.append(line)
      line = String(repeating: "  ", count: depth)
    }
    for scalar in text.unicodeScalars {
      if isInString {
        line.unicodeScalars.append(scalar)
        if scalar == "\"", !isEscaped { isInString = false }
        isEscaped = scalar == "\\" && !isEscaped
        continue
      }
      // Keep an empty array or object on one line.
      let isFirst = line.last == "{" || line.last == "["
      switch scalar {
      case " ", "\t", "\n", "\r": continue
      case "}", "]":
        depth -= 1
        if !isFirst { endLine() }
      default:
        if isFirst { endLine() }
      }
      line.unicodeScalars.append(scalar)
      switch scalar {
      case "{", "[": depth += 1
      case ",": endLine()
      case ":": line += " "
      case "\"": isInString = true
      default: break
      }
    }
    return lines + [line]
  }

  private static func lines(_ members: [[String]], between opening: String, and closing: String) -> [String] {
    let inner = members.enumerated().flatMap { index, lines in
      let isLast = index == members.count - 1
      return lines.dropLast().map { "  " + $0 } + lines.suffix(1).map { "  " + $0 + (isLast ? "" : ",") }
    }
    return [opening] + inner + [closing]
  }
}
