import Foundation

/// The layout of one entity's rows: every property, inherited ones included, has a slot.
///
/// The layout of a subentity extends its parent's, so that a slot means the same property in every row of the
/// subtree. Names are resolved to slots once, when a predicate or an order is compiled, never per row.
package final class EntityLayout: Sendable {
  package struct Slot: Sendable {
    package let name: String
    package let kind: Kind
    /// Whether an element may be nil while its composite attribute is not.
    package let isOptional: Bool
    package let isTransient: Bool
    /// The value of a new object.
    package let defaultValue: Value
    /// The transformer of a transformable attribute that is stored.
    package var transformer: AttributeTransformer?
    /// Whether the store computes the value.
    package var isDerived = false
    /// The elements of a composite attribute, whose own value is always null.
    package var composite: CompositeLayout?
    /// The slot of the composite attribute whose element the slot is; nil for any other slot.
    package var owner: Int?
    /// The names on the path to an element, from its composite attribute on.
    package var elementPath: [String]?

    /// Whether the slot is the other end of a to-many relationship without an inverse: a reference from the destination
    /// to its one owner. A program neither names it nor sees it.
    package var isImplied = false

    /// Whether the slot is of a property of the entity, and not of an element or implied.
    var isProperty: Bool { owner == nil && !isImplied }
    /// Whether a row may have no value for the property: an element has none where its attribute is nil.
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

    /// The type of an attribute; undefined for a relationship.
    package var attributeType: NSAttributeType {
      if case .attribute(let type) = self { type } else { .undefinedAttributeType }
    }
  }

  package struct Relationship: Sendable {
    /// The index of the destination entity in the model's layout.
    package let destination: Int
    /// The inverse's slot in the destination's layout. A stored to-many relationship always has one, see
    /// `ImpliedInverse`.
    package let inverse: Int?
    package let isOrdered: Bool
    package let deleteRule: NSDeleteRule
    package let minCount: Int
    /// 0 where there is no upper bound.
    package let maxCount: Int
    /// Whether the model has no inverse, and the layout has the reference to the owner in its place.
    package var hasImpliedInverse = false
    /// Whether the destinations keep an order in which this object stands.
    var isInOrder = false
  }

  package let name: String
  /// The place of the entity in the model's order: roots by name without regard to case, each followed by its
  /// subentities. A computed store number is this plus one; an existing store may number otherwise.
  package let index: Int
  /// The index of the entity at the top of the inheritance tree, whose table holds the rows.
  package let root: Int
  package let parent: Int?
  package let isAbstract: Bool
  /// The entity itself and all its subentities, which follow it in the model's order.
  package let subtree: Range<Int>
  package let slots: [Slot]
  package let slotsByName: [String: Int]
  /// The slots of the properties, by name; those of elements are not among them.
  package let slotsInNameOrder: [Int]
  /// Whether an attribute is composite.
  package let hasComposites: Bool
  /// The number of slots of each entity that this one inherits from, the root's first.
  let inheritedCounts: [Int]
  private let slotNames: SlotNames
  /// The slots of attributes, those of composite ones and of their elements among them.
  package let attributeSlots: [Int]
  /// The slots of attributes as programs name them: without those of elements.
  package let ownAttributeSlots: [Int]
  package let toOneSlots: [Int]
  package let toManySlots: [Int]
  /// Slots that no store keeps: a stored row has their defaults.
  package let transientSlots: [Int]
  /// Slots whose values a transformer turns into data.
  package let transformedSlots: [Int]
  /// Slots whose values the store computes.
  package let derivedSlots: [Int]
  /// References to the owners of to-many relationships without an inverse.
  package let impliedSlots: SlotSet
  /// The properties of the bits that a history keeps of an object, in Apple's order.
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

  /// The names of the properties, without those of elements.
  var propertyNames: [String] { slots.lazy.filter(\.isProperty).map(\.name) }

  /// The slot of a property; nil when there is none of the name. Complexity: O(length of the name).
  package func slot(named name: String) -> Int? {
    // The table has one spelling of each name; the dictionary finds all that are equal to it.
    slotNames[name] ?? slotsByName[name]
  }
}
