/// Encloses attributes that only Objective-C understands in `#if canImport(ObjectiveC)`.
public enum ObjectiveCWrapping {
  /// Returns the source with each `@objc`, `@objc(…)` and `@objcMembers` under the condition, unless it is already.
  /// Also returns a warning for each attribute that cannot be moved under it. All other bytes are unchanged.
  ///
  /// - Parameter source: a Swift source.
  /// - Complexity: O(size of the source).
  public static func adopted(_ source: TargetSources.Source) -> (text: String, problems: [Problem]) {
    let attributes = ObjectiveCAttribute.all(in: source.text)
    let problems = attributes.compactMap { attribute in
      attribute.obstacle.map {
        Problem(
          "\(attribute.text) \($0): put it under #if yourself", file: source.file, line: attribute.line, isError: false)
      }
    }
    var bytes = Array(source.text.utf8)
    // The line ending to add if the last line of the file has none.
    let usualEnding = SourceLine.ending(ofFirstIn: bytes)
    let lines = Dictionary(grouping: attributes.filter { $0.obstacle == nil }, by: \.line)
    // Edit from the end, so that earlier ranges stay valid.
    for (_, attributes) in lines.sorted(by: { $0.key > $1.key }) {
      let line = SourceLine(around: attributes[0].range.lowerBound, in: bytes)
      let new = wrapped(attributes.map(\.range), line, bytes, usualEnding)
      bytes.replaceSubrange(line.range, with: new)
    }
    return (String(decoding: bytes, as: UTF8.self), problems)
  }

  /// The errors for attributes that the compiler rejects on platforms without Objective-C, with a remedy and with the
  /// conditions under which each is an error.
  ///
  /// - Complexity: O(size of the source).
  static func problems(in source: TargetSources.Source) -> [(problem: Problem, conditions: [String])] {
    ObjectiveCAttribute.all(in: source.text).map { attribute in
      let remedy =
        attribute.obstacle.map { "it \($0): put it under #if canImport(ObjectiveC) yourself" }
        ?? "run swift package adopt-core-data --write, which puts it under #if canImport(ObjectiveC)"
      let text = "\(attribute.text) needs Objective-C, which this platform does not have: \(remedy)"
      return (Problem(text, file: source.file, line: attribute.line), attribute.conditions)
    }
  }

  /// Splits a line into several lines, without the line ending after the last one.
  private static func wrapped(
    _ attributes: [Range<Int>], _ line: SourceLine, _ bytes: [UInt8], _ usualEnding: [UInt8]
  ) -> [UInt8] {
    let ending = line.ending.isEmpty ? usualEnding : line.ending
    let indent = bytes[line.range].prefix { SourceLine.isBlank($0) }
    var rest: [UInt8] = []
    var place = line.range.lowerBound
    for attribute in attributes {
      rest += bytes[place..<attribute.lowerBound]
      place = attribute.upperBound
      while place < line.range.upperBound, SourceLine.isBlank(bytes[place]) { place += 1 }
    }
    rest += bytes[place..<line.range.upperBound]
    let list = attributes.map { Array(bytes[$0]) }.joined(separator: [UInt8(ascii: " ")])
    let lines = [Array("#if canImport(ObjectiveC)".utf8), Array(list), Array("#endif".utf8)].map { indent + $0 }
    let joined = Array(lines.joined(separator: ending))
    return rest.allSatisfy(SourceLine.isBlank) ? joined : joined + ending + rest
  }
}
