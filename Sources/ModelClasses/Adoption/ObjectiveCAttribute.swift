/// An attribute that only Objective-C understands, and that is under no condition for it.
struct ObjectiveCAttribute {
  let text: String
  /// In bytes, with its brackets.
  let range: Range<Int>
  /// From 1 on.
  let line: Int
  /// Why no `#if` can be put before its line; nil where one can.
  let obstacle: String?
  /// The `#if` that it stands in, each as a condition. None is one for Objective-C.
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
      // No declaration begins with a bracket: it is the attribute's behind a space, too.
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

  /// An `#if` may stand among attributes, and nowhere else in a declaration: only these, and modifiers, may be before
  /// the attribute in its line.
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
      // Backwards: the bracket that closes comes first.
      if ")]".contains(token.text) { depth += 1 }
      if "([".contains(token.text) { depth -= 1 }
    }
    // A bracket that an earlier line opens.
    if depth != 0 { return obstacle }
    // So does a comment that an earlier line begins: between tokens there are only comments.
    let start = SourceLine(around: tokens[index].range.lowerBound, in: bytes).range.lowerBound
    let before = bytes[start..<max(start, tokens[first].range.lowerBound)].drop(while: SourceLine.isBlank)
    if !before.isEmpty, !before.starts(with: Array("/*".utf8)) { return obstacle }
    if first > 0, tokens[first - 1].kind == .word, DeclarationScanner.isModifier(tokens[first - 1].text) {
      return "stands behind a modifier in another line"
    }
    return nil
  }
}
