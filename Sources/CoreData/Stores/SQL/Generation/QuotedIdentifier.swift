extension String {
  /// The name as SQL takes it, whatever it contains.
  var quotedIdentifier: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
