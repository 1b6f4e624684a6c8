extension JSON {
  /// Reads a value.
  ///
  /// - Throws: `LocatedProblem`.
  init(parsing text: some Collection<UInt8>) throws {
    self = try JSONParser.parse(Array(text)).json
  }
}
