/// The composites of a model file by name. Each is a list of attributes at the top level of the file, from which
/// composite attributes of entities are created.
struct XMLComposites {
  private let elements: [String: XMLTree]
  private let reading = CompositeReading()

  init(_ root: XMLTree) throws {
    var elements: [String: XMLTree] = [:]
    for element in root.children(named: "composite") {
      let name = try element.required("name", of: "")
      guard elements.updateValue(element, forKey: name) == nil else {
        throw element.failure("two composites have this name", name)
      }
    }
    self.elements = elements
  }

  /// Reads a composite attribute.
  ///
  /// - Parameter owner: the attribute's name for errors.
  func attribute(_ element: XMLTree, _ name: String, _ owner: String) throws -> NSCompositeAttributeDescription {
    let composite = NSCompositeAttributeDescription()
    composite.name = name
    let type = try element.required("composite", of: owner)
    guard let listed = elements[type] else { throw element.failure("the composite \(type) is not in the model", owner) }
    composite.compositeName = type
    composite.preservesValueInHistoryOnDeletion = element.flag("preserveAfterDeletion")
    composite.allowsCloudEncryption = element.flag("allowsCloudEncryption")
    composite.elements = try reading.elements(listed.children(named: "attribute"), of: owner) { child in
      let attribute = try XMLAttributeReader.attribute(child, of: owner, self)
      attribute.take(child)
      return attribute
    }
    return composite
  }
}
