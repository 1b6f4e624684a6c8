/// The parts of a model from which the classes of its entities are generated.
public struct ClassModel: Equatable, Sendable {
  public struct Entity: Equatable, Sendable {
    public var name: String
    /// The class name as in the model, which may begin with a module or a dot; empty for `NSManagedObject`.
    public var className: String
    public var parent: String?
    public var generation: Generation
    public var attributes: [Attribute]
    public var relationships: [Relationship]
    /// The names of the fetched properties.
    public var fetchedProperties: [String]
    public var line: Int

    public init(
      name: String, className: String, parent: String?, generation: Generation, attributes: [Attribute],
      relationships: [Relationship], fetchedProperties: [String] = [], line: Int
    ) {
      self.name = name
      self.className = className
      self.parent = parent
      self.generation = generation
      self.attributes = attributes
      self.relationships = relationships
      self.fetchedProperties = fetchedProperties
      self.line = line
    }
  }

  /// The code generation of an entity, which Xcode calls *Codegen*.
  public enum Generation: String, Sendable {
    /// Manual/None.
    case none
    /// Class Definition.
    case `class`
    /// Category/Extension.
    case category
  }

  public struct Attribute: Equatable, Sendable {
    public var name: String
    /// The attribute type as in the model, such as `Integer 16`.
    public var type: String
    public var isScalar: Bool
    public var customClass: String?
    public var line: Int

    public init(name: String, type: String, isScalar: Bool, customClass: String?, line: Int) {
      self.name = name
      self.type = type
      self.isScalar = isScalar
      self.customClass = customClass
      self.line = line
    }
  }

  public struct Relationship: Equatable, Sendable {
    public var name: String
    public var destination: String
    public var isToMany: Bool
    public var isOrdered: Bool
    public var line: Int

    public init(name: String, destination: String, isToMany: Bool, isOrdered: Bool, line: Int) {
      self.name = name
      self.destination = destination
      self.isToMany = isToMany
      self.isOrdered = isOrdered
      self.line = line
    }
  }

  /// The name of the file for messages.
  public var file: String
  public var entities: [Entity]

  public init(file: String, entities: [Entity]) {
    self.file = file
    self.entities = entities
  }
}

extension ClassModel.Entity {
  /// The name of the class without its module.
  var plainClassName: String {
    className.split(separator: ".").last.map(String.init) ?? "NSManagedObject"
  }
}

extension ClassModel {
  func entity(named name: String) -> Entity? { entities.first { $0.name == name } }

  /// The class name of an entity.
  func className(ofEntity name: String) -> String { entity(named: name)?.plainClassName ?? "NSManagedObject" }
}
