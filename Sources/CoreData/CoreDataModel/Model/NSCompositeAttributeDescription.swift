import Foundation

/// Describes an attribute that is composed of other attributes, its elements.
///
/// The value is a dictionary of the elements' values by name, without nil values. It is nil if all elements are nil.
/// Predicates and sort descriptors address an element by a key path, such as `magnitude.richter`.
///
/// ```swift
/// let richter = NSAttributeDescription()
/// richter.name = "richter"
/// richter.attributeType = .doubleAttributeType
/// let magnitude = NSCompositeAttributeDescription()
/// magnitude.name = "magnitude"
/// magnitude.elements = [richter]
/// ```
open class NSCompositeAttributeDescription: NSAttributeDescription {
  /// The elements in the order of their definition. They may be composite themselves.
  ///
  /// Traps if the attribute would contain itself.
  public var elements: [NSAttributeDescription] = [] {
    willSet { requireEditable() }
    didSet {
      if elements.contains(where: { $0.isComposed(of: self) }) {
        fatalError(
          "The composite attribute \(name) is among its own elements: an attribute cannot be composed of itself.")
      }
      for element in elements { (element.owner, element.composite) = (owner, self) }
      guard let given = givenDefault, !elements.isEmpty else { return }
      givenDefault = nil
      defaultValue = given
    }
  }

  /// The value in a new object: the elements' default values by name; nil if there are none. Setting it sets the
  /// elements' default values.
  public override var defaultValue: Any? {
    get {
      let values = elements.compactMap { element in element.defaultValue.map { (element.name, $0) } }
      return values.isEmpty ? givenDefault : Dictionary(values) { first, _ in first }
    }
    set {
      requireEditable()
      guard !elements.isEmpty else { return givenDefault = newValue }
      let values = CompositeLayout.dictionary(of: newValue) ?? [:]
      for element in elements { element.defaultValue = values[element.name] }
    }
  }

  /// The default value that was set while there were no elements.
  private var givenDefault: Any?
  /// The name of the composite in a model file. Several attributes may use one composite.
  var compositeName: String? { willSet { requireEditable() } }

  override var owner: NSEntityDescription? {
    didSet { for element in elements { element.owner = owner } }
  }
  override var isFrozen: Bool {
    didSet { for element in elements { element.isFrozen = isFrozen } }
  }

  /// Creates an attribute without a name and elements.
  public required init() {
    super.init()
    attributeType = .compositeAttributeType
  }

  override func takeValues(from other: NSPropertyDescription) {
    super.takeValues(from: other)
    guard let other = other as? NSCompositeAttributeDescription else { return }
    compositeName = other.compositeName
    elements = other.elements.compactMap { $0.copy() as? NSAttributeDescription }
  }
}

extension NSAttributeDescription {
  /// Whether the attribute is the given one, or contains it at any depth.
  fileprivate func isComposed(of other: NSAttributeDescription) -> Bool {
    if self === other { return true }
    return (self as? NSCompositeAttributeDescription)?.elements.contains { $0.isComposed(of: other) } ?? false
  }
}

/// An element of a composite attribute, at any depth, that holds a value.
struct CompositeLeaf {
  /// The names that lead to the element, beginning with the composite attribute.
  let path: [String]
  let attribute: NSAttributeDescription

  /// The element's name in the layout, such as `magnitude.richter`.
  var name: String { path.joined(separator: ".") }
}

extension NSCompositeAttributeDescription {
  /// The elements that hold values, including nested ones, in the order of their definition.
  var leaves: [CompositeLeaf] { leaves(behind: []) }

  private func leaves(behind path: [String]) -> [CompositeLeaf] {
    let path = path + [name]
    return elements.flatMap { element in
      (element as? NSCompositeAttributeDescription)?.leaves(behind: path)
        ?? [CompositeLeaf(path: path + [element.name], attribute: element)]
    }
  }
}

extension NSEntityDescription {
  /// The attribute of a layout's slot: an attribute of the entity, or an element of a composite attribute.
  package func attribute(of slot: EntityLayout.Slot) -> NSAttributeDescription? {
    slot.elementPath.map { element(at: $0) } ?? attributesByName[slot.name]
  }

  /// A property by name, or an element of a composite attribute by its key path.
  func property(at path: String) -> NSPropertyDescription? {
    propertiesByName[path] ?? element(at: path.split(separator: ".").map(String.init))
  }

  private func element(at path: [String]) -> NSAttributeDescription? {
    var attribute = path.first.flatMap { attributesByName[$0] }
    for name in path.dropFirst() {
      attribute = (attribute as? NSCompositeAttributeDescription)?.elements.first { $0.name == name }
    }
    return attribute
  }
}
