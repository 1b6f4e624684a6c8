extension String {
  /// The text with an escape character before each of the given scalars.
  ///
  /// `replacing` would miss a scalar that a combining mark follows, because the two are one `Character` in Swift.
  package func escaping(_ scalars: Unicode.Scalar..., by escape: Unicode.Scalar) -> String {
    guard unicodeScalars.contains(where: scalars.contains) else { return self }
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalars.contains(scalar) { escaped.append(escape) }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// The name as a quoted SQL identifier. It may contain any character.
  package var quotedIdentifier: String { "\"" + escaping("\"", by: "\"") + "\"" }

  /// The text as a quoted SQL literal. It may contain any character but U+0000.
  package var quotedLiteral: String { "'" + escaping("'", by: "'") + "'" }
}
