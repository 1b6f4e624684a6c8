/// Puts attributes that only Objective-C understands under `#if canImport(ObjectiveC)`.
public enum ObjectiveCWrapping {
  private static let attributes: Set = ["objc", "objcMembers"]

  /// The source with each `@objc`, `@objc(…)` and `@objcMembers` under the condition, unless it is under one already;
  /// and what is left as it is, as warnings.
  ///
  /// - Parameter source: a Swift source.
  /// - Complexity: O(bytes of the source).
  public static func adopted(_ source: TargetSources.Source) -> (text: String, problems: [Problem]) {
    var lines = source.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var problems: [Problem] = []
    // From below, so that the numbers of the lines above stay.
    for place in places(in: source.text).reversed() {
      let index = place.line - 1
      let bytes = Array(lines[index].utf8)
      let start = String(decoding: bytes[..<place.columns.lowerBound], as: UTF8.self)
      let attribute = String(decoding: bytes[place.columns], as: UTF8.self)
      let end = String(decoding: bytes[place.columns.upperBound...], as: UTF8.self)
      guard !start.contains("{"), !start.contains(";"), !start.contains("}") else {
        problems.append(
          Problem(
            "\(attribute) does not begin its line: put it under #if yourself", file: source.file, line: place.line,
            isError: false))
        continue
      }
      let indent = String(start.prefix { $0 == " " || $0 == "\t" })
      let rest = start + end.drop { $0 == " " }
      lines.replaceSubrange(
        index...index,
        with: ["\(indent)#if canImport(ObjectiveC)", "\(indent)\(attribute)", "\(indent)#endif"]
          + (rest.allSatisfy(\.isWhitespace) ? [] : [rest]))
    }
    return (lines.joined(separator: "\n"), problems.reversed())
  }

  private struct Place {
    let line: Int
    /// In bytes from the beginning of the line.
    let columns: Range<Int>
  }

  private static func places(in text: String) -> [Place] {
    var places: [Place] = []
    var starts = [0]
    for (offset, byte) in text.utf8.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    var conditions = ConditionStack()
    var reader = TokenReader(SwiftLexer.tokens(text))
    while let token = reader.current {
      if case .directive(let directive) = token.kind { conditions.note(directive, token.text) }
      reader.advance()
      guard token.is("@"), let name = reader.current, attributes.contains(name.text), name.isJoined else { continue }
      var end = name.range.upperBound
      reader.advance()
      if reader.isAt("("), reader.current?.isJoined == true {
        reader.skipBrackets()
        end = reader.previous?.range.upperBound ?? end
      }
      let isWrapped = conditions.conditions.contains { condition in
        ["canImport(ObjectiveC)", "_runtime(_ObjC)", "canImport(Darwin)", "os(macOS)", "os(iOS)"].contains {
          condition.contains($0) && !condition.hasPrefix("!")
        }
      }
      let start = starts[token.line - 1]
      // An attribute over several lines is rare, and left.
      guard !isWrapped, reader.previous?.line == token.line else { continue }
      places.append(Place(line: token.line, columns: token.range.lowerBound - start..<end - start))
    }
    return places
  }
}
