import OrderedRows

// The messages about misspelt names, shared by predicates, sort orders, key-value coding and batch requests.

extension EntityLayout {
  /// The message for an unknown property, such as `Track has no property titel; it has album, position, title. Did you
  /// mean 'title'?`
  ///
  /// - Parameter hint: a further remark about the name, with a leading space.
  package func noProperty(_ key: String, hint: String = "") -> String {
    "\(name) has no property \(key.isEmpty ? "''" : key)\(hint); it has "
      + NearNames.choices(for: key, among: propertyNames)
  }

  /// The message for an unknown element, such as `Article.author has no element nmae; it has author.name, author.born.
  /// Did you mean 'author.name'?`
  ///
  /// - Parameters:
  ///   - keys: the names after the attribute's name.
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
  /// The message for an unknown entity, such as `The context's model has no entity Trak; it has Album, Track. Did you
  /// mean 'Track'?`
  package func noEntity(_ name: String) -> String {
    "The context's model has no entity \(name); it has " + NearNames.choices(for: name, among: entities.map(\.name))
  }
}
