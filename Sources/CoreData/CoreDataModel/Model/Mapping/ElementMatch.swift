/// Matches the elements of composite attributes with elements in another version of a model.
///
/// Elements are first searched in the former version of their composite attribute, by name and renaming identifier. A
/// renaming identifier may also name another attribute of the entity, or an element of any composite by its key path,
/// such as `author.name`.
package struct ElementMatch {
  private let layout: EntityLayout
  private let entity: NSEntityDescription
  private let formerLayout: EntityLayout
  private let former: NSEntityDescription

  package init(_ layout: EntityLayout, of model: CompiledModel, _ formerLayout: EntityLayout, of source: CompiledModel)
  {
    (self.layout, entity) = (layout, model.entities[layout.index])
    (self.formerLayout, former) = (formerLayout, source.entities[formerLayout.index])
  }

  /// Matches the elements of composite attributes with the elements of the former version.
  ///
  /// - Parameter slots: the former slot of each slot. The caller has matched the properties; this adds the elements.
  package func match(_ slots: inout [Int?]) {
    for slot in layout.slots.indices {
      guard let composite = layout.slots[slot].composite, let old = slots[slot],
        let formerComposite = formerLayout.slots[old].composite,
        let attribute = entity.attributesByName[layout.slots[slot].name] as? NSCompositeAttributeDescription,
        let formerAttribute = former.attributesByName[formerLayout.slots[old].name] as? NSCompositeAttributeDescription
      else { continue }
      match(composite, attribute, formerComposite, formerAttribute, &slots)
    }
    matchElsewhere(&slots)
  }

  private func match(
    _ composite: CompositeLayout, _ attribute: NSCompositeAttributeDescription, _ formerComposite: CompositeLayout,
    _ formerAttribute: NSCompositeAttributeDescription, _ slots: inout [Int?]
  ) {
    func names(_ attribute: NSCompositeAttributeDescription) -> [RenamingMatch.Name] {
      attribute.elements.map { RenamingMatch.Name(name: $0.name, identifier: $0.explicitRenamingIdentifier) }
    }
    let found = RenamingMatch.sources(of: names(attribute), among: names(formerAttribute))
    for (place, old) in found.enumerated() {
      guard let old else { continue }
      switch (composite.elements[place].content, formerComposite.elements[old].content) {
      case (.value(let slot), .value(let formerSlot)): slots[slot] = formerSlot
      case (.composite(let inner), .composite(let formerInner)):
        if let attribute = attribute.elements[place] as? NSCompositeAttributeDescription,
          let formerAttribute = formerAttribute.elements[old] as? NSCompositeAttributeDescription
        {
          match(inner, attribute, formerInner, formerAttribute, &slots)
        }
      default: break
      }
    }
  }

  /// Matches renaming identifiers that name an attribute, or an element of another composite attribute.
  private func matchElsewhere(_ slots: inout [Int?]) {
    var taken = Set(slots.compactMap { $0 })
    for slot in layout.slots.indices where slots[slot] == nil && layout.slots[slot].holdsAttribute {
      guard let name = entity.attribute(of: layout.slots[slot])?.explicitRenamingIdentifier,
        let old = formerLayout.slotsByName[name], formerLayout.slots[old].holdsAttribute,
        layout.slots[slot].owner != nil || formerLayout.slots[old].owner != nil, taken.insert(old).inserted
      else { continue }
      slots[slot] = old
    }
  }
}

extension EntityLayout.Slot {
  /// Whether the slot holds a stored value: that of an attribute that is not composite, or of an element.
  fileprivate var holdsAttribute: Bool {
    guard case .attribute = kind else { return false }
    return composite == nil && !isTransient
  }
}
