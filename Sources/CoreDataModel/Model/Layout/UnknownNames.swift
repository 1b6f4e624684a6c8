import OrderedRows

// A misspelt name has one sentence, whoever meets it: a predicate, an order, key-value coding or a batch request.

extension EntityLayout {
  /// `Track has no property titel; it has album, position, title. Did you mean 'title'?`
  ///
  /// - Parameter hint: what else is known of the name, with a space before it.
  package func noProperty(_ key: String, hint: String = "") -> String {
    "\(name) has no property \(key.isEmpty ? "''" : key)\(hint); it has "
      + NearNames.choices(for: key, among: propertyNames)
  }

  /// `Article.author has no element nmae; it has author.name, author.born. Did you mean 'author.name'?`
  ///
  /// - Parameters:
  ///   - keys: the names behind that of the attribute.
  ///   - slot: the slot of a composite attribute.
  package func noElement(_ keys: [String], of slot: Int) -> String {
    let attribute = slots[slot].name
    let elements = slots[slot].composite?.slots.map { slots[$0].name } ?? []
    return "\(name).\(attribute) has no element \(keys.joined(separator: ".")); it has "
      + elements.joined(separator: ", ") + "."
      + NearNames.question(for: ([attribute] + keys).joined(separator: "."), among: elements)
  }
}

extension ModelLayout {
  /// `The context's model has no entity Trak; it has Album, Track. Did you mean 'Track'?`
  package func noEntity(_ name: String) -> String {
    "The context's model has no entity \(name); it has " + NearNames.choices(for: name, among: entities.map(\.name))
  }
}
