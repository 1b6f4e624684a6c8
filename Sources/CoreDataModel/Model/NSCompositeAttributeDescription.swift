import Foundation

/// Describes an attribute that is composed of other attributes, its elements.
///
/// Its value is a dictionary of the elements' values by their names, without those that are nil; it is nil when all of
/// them are. Predicates and sort descriptors name an element by a key path, such as `magnitude.richter`.
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
  /// The attributes that the value is composed of, in the order of their definition; composite ones among them.
  ///
  /// An element that is composed of this attribute itself is a programming error.
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

  /// The dictionary of a new object: the elements' defaults by their names; nil when none has one. Setting it sets them.
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

  /// A default that was set before there were elements.
  private var givenDefault: Any?
  /// The name of the composite in a model file, of which several attributes may be.
  var compositeName: String? { willSet { requireEditable() } }

  override var owner: NSEntityDescription? {
    didSet { for element in elements { element.owner = owner } }
  }
  override var isFrozen: Bool {
    didSet { for element in elements { element.isFrozen = isFrozen } }
  }

  /// Makes an attribute without a name and without elements.
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
  /// Whether the attribute is another one, or has it among its elements at any depth.
  fileprivate func isComposed(of other: NSAttributeDescription) -> Bool {
    if self === other { return true }
    return (self as? NSCompositeAttributeDescription)?.elements.contains { $0.isComposed(of: other) } ?? false
  }
}

/// An attribute at the end of the elements of a composite attribute: it holds a value.
struct CompositeLeaf {
  /// The names from the composite attribute on.
  let path: [String]
  let attribute: NSAttributeDescription

  /// How the layout names it.
  var name: String { path.joined(separator: ".") }
}

extension NSCompositeAttributeDescription {
  /// The attributes that hold the values, at any depth, in the order of their definition.
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
  /// The attribute that a layout's slot is of: one of the entity's, or what is at the end of a composite one's elements.
  package func attribute(of slot: EntityLayout.Slot) -> NSAttributeDescription? {
    slot.elementPath.map { element(at: $0) } ?? attributesByName[slot.name]
  }

  /// A property by its name, or an element of a composite attribute by the names that lead to it.
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
