extension String {
  /// The text with something before each of some scalars.
  ///
  /// `replacing` does not find a scalar that a combining mark follows: both are one character to Swift, and two to a
  /// database.
  package func escaping(_ scalars: Unicode.Scalar..., by escape: Unicode.Scalar) -> String {
    guard unicodeScalars.contains(where: scalars.contains) else { return self }
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalars.contains(scalar) { escaped.append(escape) }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// The name as SQL takes it, whatever it contains.
  package var quotedIdentifier: String { "\"" + escaping("\"", by: "\"") + "\"" }

  /// The text as SQL takes it, whatever it contains but U+0000.
  package var quotedLiteral: String { "'" + escaping("'", by: "'") + "'" }
}
