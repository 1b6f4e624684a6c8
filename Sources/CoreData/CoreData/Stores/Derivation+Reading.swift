import Foundation

extension Derivation {
  /// The derivations of a model's attributes, sorted by entity and then by name.
  ///
  /// - Parameter entities: the indices of the entities that the store holds; other entities are skipped.
  /// - Throws: a `DerivationProblem` that names the first attribute that cannot be computed.
  static func all(of model: CompiledModel, entities: Set<Int>) throws -> [Derivation] {
    try model.entities.indices.filter(entities.contains).flatMap { index in
      let own = model.entities[index].ownProperties.compactMap { $0 as? NSDerivedAttributeDescription }
      return try own.sorted { EntityOrder.precedes($0.name, $1.name) }.map { attribute in
        do {
          return try Derivation(attribute, of: index, in: model)
        } catch let problem as DerivationProblem {
          let name = "\(model.layout.entities[index].name).\(attribute.name)"
          let text = attribute.derivation.map { " “\($0)”" } ?? ""
          throw DerivationProblem("the derived attribute \(name)\(text) cannot be computed: \(problem.description)")
        }
      }
    }
  }

  private init(_ attribute: NSDerivedAttributeDescription, of index: Int, in model: CompiledModel) throws {
    let layout = model.layout
    guard let derivation = attribute.derivation, !derivation.isEmpty else {
      throw DerivationProblem("it has no derivation expression")
    }
    guard !attribute.isTransient, let slot = layout.entities[index].slot(named: attribute.name) else {
      throw DerivationProblem("it is transient, so that no store keeps it")
    }
    let syntax: ExpressionSyntax
    do {
      syntax = try PredicateParser.parseExpression(derivation, [])
    } catch {
      throw DerivationProblem("the expression cannot be read, \(error)")
    }
    var (form, keys) = try Self.form(of: syntax)
    if let place = keys.firstIndex(where: { $0.hasPrefix("@") }) {
      switch AggregateOperator(key: keys.remove(at: place)) {
      case .count where form == .value && place == keys.count: form = .count
      case .sum where form == .value: form = .sum
      default: throw DerivationProblem("of the operators of collections, @count and @sum can be")
      }
    }
    let path = try Path(keys, from: index, isCount: form == .count, in: layout)
    let isMany = form == .count || form == .sum
    guard path.hops.count(where: \.isToMany) == (isMany ? 1 : 0) else {
      throw DerivationProblem(
        isMany ? "the path needs exactly one to-many relationship" : "the path leads through a to-many relationship")
    }
    // A subentity that redeclares the attribute has its own derivation.
    entities = layout.entities[index].subtree.filter {
      model.entities[$0].propertiesByName[attribute.name] === attribute
    }
    self.slot = slot
    name = attribute.name
    type = attribute.attributeType
    self.form = form
    hops = path.hops
    leaf = path.leaf
    try checkType(of: leaf.map { layout.entities[last].slots[$0] })
    if let leaf, let source = model.entities[last].attribute(of: layout.entities[last].slots[leaf]),
      source.keepsDataOutside
    {
      throw DerivationProblem("\(source.name) is kept in files beside the store")
    }
  }

  private static func form(of syntax: ExpressionSyntax) throws -> (Form, [String]) {
    switch syntax {
    case .now: return (.now, [])
    case .keyPath(of: .evaluatedObject, let keys): return (.value, keys)
    case .function(let function, .keyPath(of: .evaluatedObject, let keys)) where function.givesString:
      return (.text(function), keys)
    case .statistic(.count, .keyPath(of: .evaluatedObject, let keys)): return (.count, keys)
    case .statistic(.sum, .keyPath(of: .evaluatedObject, let keys)): return (.sum, keys)
    default:
      throw DerivationProblem(
        "an attribute can be derived by a key path, by canonical:, uppercase: or lowercase: of one, by @count or @sum "
          + "over a to-many relationship, or by now()")
    }
  }

  private func checkType(of source: EntityLayout.Slot?) throws {
    var sourceType: NSAttributeType?
    if case .attribute(let type)? = source?.kind { sourceType = type }
    let fits =
      switch form {
      case .now: type == .dateAttributeType
      case .count: type.isNumber
      case .sum: type.isNumber && (sourceType?.isNumber == true || sourceType == .booleanAttributeType)
      case .text: type == .stringAttributeType && sourceType == .stringAttributeType
      case .value:
        sourceType == type && type.isPlain || type.isNumber && sourceType?.isNumber == true
      }
    guard fits else { throw DerivationProblem("the expression gives values that are not of the attribute's type") }
  }
}

/// The relationships and the attribute that a key path leads to.
private struct Path {
  var hops: [Derivation.Hop] = []
  var leaf: Int?

  init(_ keys: [String], from index: Int, isCount: Bool, in layout: ModelLayout) throws {
    var entity = index
    path: for (place, key) in keys.enumerated() {
      let origin = layout.entities[entity]
      guard let slot = origin.slot(named: key), !origin.slots[slot].isTransient else {
        throw DerivationProblem("\(origin.name) has no stored property \(key)")
      }
      switch origin.slots[slot].kind {
      case .attribute(.compositeAttributeType):
        guard let (content, count) = origin.slots[slot].composite?.content(at: keys[(place + 1)...]),
          case .value(let element) = content, place + count == keys.count - 1
        else { throw DerivationProblem("\(origin.name).\(key) is composite, and the path ends in no element of it") }
        leaf = element
        break path
      case .attribute:
        guard place == keys.count - 1 else { throw DerivationProblem("\(origin.name).\(key) is no relationship") }
        leaf = slot
      case .toOne(let relationship):
        hops.append(.init(slot: slot, origin: entity, destination: relationship.destination, isToMany: false))
        entity = relationship.destination
      case .toMany(let relationship):
        hops.append(.init(slot: slot, origin: entity, destination: relationship.destination, isToMany: true))
        entity = relationship.destination
      }
    }
    let endsInRelationship = leaf == nil && !keys.isEmpty
    guard !endsInRelationship || isCount, !isCount || hops.last?.isToMany == true && leaf == nil else {
      throw DerivationProblem(
        isCount ? "@count is of a to-many relationship" : "the path does not end in an attribute")
    }
  }
}

/// The reason why an attribute cannot be derived, as text.
struct DerivationProblem: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

extension NSAttributeType {
  /// Whether values of the type are stored as whole numbers.
  package var isInteger: Bool {
    switch self {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType: true
    default: false
    }
  }

  fileprivate var isNumber: Bool {
    switch self {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
      .floatAttributeType, .decimalAttributeType:
      true
    default: false
    }
  }

  /// Whether a column stores the value unconverted.
  fileprivate var isPlain: Bool {
    switch self {
    case .stringAttributeType, .URIAttributeType, .UUIDAttributeType, .dateAttributeType, .binaryDataAttributeType,
      .booleanAttributeType:
      true
    default: isNumber
    }
  }
}
