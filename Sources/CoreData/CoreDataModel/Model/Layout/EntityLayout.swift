import Foundation

/// The layout of an entity's rows. Every property, including inherited ones, has a slot.
///
/// A subentity's layout extends its parent's, so a slot means the same property in every row of the inheritance tree.
/// Names are resolved to slots once, when a predicate or sort order is compiled, and not for each row.
package final class EntityLayout: Sendable {
  package struct Slot: Sendable {
    package let name: String
    package let kind: Kind
    /// Whether the value may be nil. For an element of a composite attribute, whether it may be nil if the composite is
    /// not.
    package let isOptional: Bool
    package let isTransient: Bool
    /// The value in a new object.
    package let defaultValue: Value
    /// The transformer of a stored transformable attribute.
    package var transformer: AttributeTransformer?
    /// Whether the store computes the value.
    package var isDerived = false
    /// The elements of a composite attribute. The attribute's own value is always null.
    package var composite: CompositeLayout?
    /// The slot of the composite attribute that this element belongs to; nil for any other slot.
    package var owner: Int?
    /// The names that lead to an element, beginning with its composite attribute.
    package var elementPath: [String]?

    /// Whether the slot is the implied inverse of a to-many relationship without an inverse: a reference from the
    /// destination to its only owner. Programs cannot access it.
    package var isImplied = false

    /// Whether the slot belongs to a property of the entity, not to an element or an implied inverse.
    var isProperty: Bool { owner == nil && !isImplied }
    /// Whether a row may have no value here. An element may have none even if it is mandatory, because its composite
    /// may be nil.
    package var mayBeNull: Bool { isOptional || owner != nil }

    /// An attribute's value as a program sees it.
    package func boxed(_ value: Value) -> Any? {
      guard case .attribute(let type) = kind else { return nil }
      if case .data(let data) = value, let transformer { return transformer.value(of: data) }
      return value.boxed(as: type)
    }
  }

  package enum Kind: Sendable {
    case attribute(NSAttributeType)
    case toOne(Relationship)
    case toMany(Relationship)

    /// The type of an attribute; `undefinedAttributeType` for a relationship.
    package var attributeType: NSAttributeType {
      if case .attribute(let type) = self { type } else { .undefinedAttributeType }
    }
  }

  package struct Relationship: Sendable {
    /// The index of the destination entity in the model's layout.
    package let destination: Int
    /// The slot of the inverse in the destination's layout. Every stored to-many relationship has one, see
    /// `ImpliedInverse`.
    package let inverse: Int?
    package let isOrdered: Bool
    package let deleteRule: NSDeleteRule
    package let minCount: Int
    /// The greatest number of destinations; 0 for no limit.
    package let maxCount: Int
    /// Whether the model has no inverse, so that the layout has an implied one.
    package var hasImpliedInverse = false
    /// Whether this to-one relationship has an ordered inverse, in which the object has an order key.
    var isInOrder = false
  }

  package let name: String
  /// The index of the entity in the model's order: root entities sorted by name, ignoring case, each followed by its
  /// subentities. In a new store, the entity number is the index plus one; an existing store may have other numbers.
  package let index: Int
  /// The index of the root entity of the inheritance tree, whose table holds the rows.
  package let root: Int
  package let parent: Int?
  package let isAbstract: Bool
  /// The indices of the entity and all its subentities, which follow it in the model's order.
  package let subtree: Range<Int>
  package let slots: [Slot]
  package let slotsByName: [String: Int]
  /// The slots of the properties, sorted by name, without those of elements.
  package let slotsInNameOrder: [Int]
  /// Whether at least one attribute is composite.
  package let hasComposites: Bool
  /// The number of slots of each superentity, beginning with the root entity.
  let inheritedCounts: [Int]
  private let slotNames: SlotNames
  /// The slots of all attributes, including composite attributes and their elements.
  package let attributeSlots: [Int]
  /// The slots of the attributes without those of elements.
  package let ownAttributeSlots: [Int]
  package let toOneSlots: [Int]
  package let toManySlots: [Int]
  /// The slots that stores do not keep. In a stored row they have their default values.
  package let transientSlots: [Int]
  /// The slots of transformable attributes.
  package let transformedSlots: [Int]
  /// The slots whose values the store computes.
  package let derivedSlots: [Int]
  /// The slots of implied inverses, which refer to owners of to-many relationships.
  package let impliedSlots: SlotSet
  /// The meanings of the bits by which a history records changed properties, in Apple's order.
  package let historyPlaces: [HistoryPlace]

  init(
    name: String, index: Int, root: Int, parent: Int?, isAbstract: Bool, subtree: Range<Int>, slots: [Slot],
    inheritedCounts: [Int] = []
  ) {
    self.inheritedCounts = inheritedCounts
    self.name = name
    self.index = index
    self.root = root
    self.parent = parent
    self.isAbstract = isAbstract
    self.subtree = subtree
    self.slots = slots
    let named = slots.indices.filter { !slots[$0].isImplied }
    let names = named.map { (name: slots[$0].name, slot: $0) }
    slotNames = SlotNames(names)
    slotsByName = Dictionary(names.map { ($0.name, $0.slot) }, uniquingKeysWith: { first, _ in first })
    slotsInNameOrder = named.filter { slots[$0].owner == nil }.sorted { slots[$0].name < slots[$1].name }
    impliedSlots = SlotSet(slots.indices.filter { slots[$0].isImplied })
    var attributes: [Int] = []
    var toOnes: [Int] = []
    var toManys: [Int] = []
    for (index, slot) in slots.enumerated() {
      switch slot.kind {
      case .attribute: attributes.append(index)
      case .toOne: toOnes.append(index)
      case .toMany: toManys.append(index)
      }
    }
    attributeSlots = attributes
    hasComposites = slots.contains { $0.composite != nil }
    ownAttributeSlots = hasComposites ? attributes.filter { slots[$0].owner == nil } : attributes
    toOneSlots = toOnes
    toManySlots = toManys
    transientSlots = slots.indices.filter { slots[$0].isTransient }
    transformedSlots = slots.indices.filter { slots[$0].transformer != nil }
    derivedSlots = slots.indices.filter { slots[$0].isDerived }
    historyPlaces = Self.historyPlaces(slots, named: slotsInNameOrder, inheritedCounts: inheritedCounts)
  }

  /// The names of the properties, without elements.
  var propertyNames: [String] { slots.lazy.filter(\.isProperty).map(\.name) }

  /// The slot of a property; nil if there is no property of that name. Complexity: O(length of the name).
  package func slot(named name: String) -> Int? {
    // `slotNames` finds only the exact spelling. The dictionary also finds Unicode-equivalent names.
    slotNames[name] ?? slotsByName[name]
  }
}
