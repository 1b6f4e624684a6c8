/// An attribute that only Objective-C understands, and that is not under a condition for Objective-C.
struct ObjectiveCAttribute {
  let text: String
  /// The range in bytes, including the arguments in parentheses.
  let range: Range<Int>
  /// The line number, from 1.
  let line: Int
  /// The reason why no `#if` can be inserted before its line; nil if one can be.
  let obstacle: String?
  /// The conditions of the enclosing `#if` directives. None of them tests for Objective-C.
  let conditions: [String]

  private static let names: Set = ["objc", "objcMembers"]

  /// - Parameter source: a Swift source.
  static func all(in source: String) -> [ObjectiveCAttribute] {
    let bytes = Array(source.utf8)
    var attributes: [ObjectiveCAttribute] = []
    var conditions = ConditionStack()
    var reader = TokenReader(SwiftLexer.tokens(source))
    while let token = reader.current {
      if case .directive(let directive) = token.kind { conditions.note(directive, token.text) }
      let index = reader.index
      reader.advance()
      guard token.is("@"), let name = reader.current, names.contains(name.text), name.isJoined else { continue }
      reader.advance()
      // An opening parenthesis belongs to the attribute even after a space, because no declaration begins with one.
      if reader.isAt("(") { reader.skipBrackets() }
      guard !isWrapped(conditions), let last = reader.previous else { continue }
      let obstacle =
        last.line == token.line
        ? obstacle(before: index, in: reader.tokens, bytes) : "goes over several lines"
      let text = String(decoding: bytes[token.range.lowerBound..<last.range.upperBound], as: UTF8.self)
      attributes.append(
        ObjectiveCAttribute(
          text: last.line == token.line ? text : "@" + name.text,
          range: token.range.lowerBound..<last.range.upperBound, line: token.line, obstacle: obstacle,
          conditions: conditions.conditions))
    }
    return attributes
  }

  private static func isWrapped(_ conditions: ConditionStack) -> Bool {
    conditions.conditions.contains { condition in
      ["canImport(ObjectiveC)", "_runtime(_ObjC)", "canImport(Darwin)", "os(macOS)", "os(iOS)"].contains {
        condition.contains($0) && !condition.hasPrefix("!")
      }
    }
  }

  /// The reason why no `#if` can be inserted before the attribute's line. It is allowed only among attributes and
  /// modifiers, so nothing else may precede the attribute in the line.
  private static func obstacle(before index: Int, in tokens: [SwiftToken], _ bytes: [UInt8]) -> String? {
    let obstacle = "does not begin its line"
    let line = tokens[index].line
    var first = index
    var depth = 0
    while first > 0, tokens[first - 1].line == line {
      first -= 1
      let token = tokens[first]
      guard token.kind == .symbol else { continue }
      if "{};".contains(token.text) { return obstacle }
      // The loop goes backwards, so closing brackets come first.
      if ")]".contains(token.text) { depth += 1 }
      if "([".contains(token.text) { depth -= 1 }
    }
    // A bracket was opened in an earlier line.
    if depth != 0 { return obstacle }
    // The text between tokens consists of comments. Reject a comment that began in an earlier line.
    let start = SourceLine(around: tokens[index].range.lowerBound, in: bytes).range.lowerBound
    let before = bytes[start..<max(start, tokens[first].range.lowerBound)].drop(while: SourceLine.isBlank)
    if !before.isEmpty, !before.starts(with: Array("/*".utf8)) { return obstacle }
    if first > 0, tokens[first - 1].kind == .word, DeclarationScanner.isModifier(tokens[first - 1].text) {
      return "stands behind a modifier in another line"
    }
    return nil
  }
}
