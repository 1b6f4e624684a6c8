import Foundation

/// Finds the property names of a typed key path. On Linux only the accessors contain the names, so the accessors are
/// run on dummy objects without properties, which record the keys that are read. Intermediate dummy objects have the
/// classes that a model in use names.
package enum KeyRecording {
  /// The key, or the key path through to-one relationships, that a typed key path of a managed object reads. Nil if
  /// it reads no key or several, changes the value that it reads, or goes through an object whose class no model in
  /// use names.
  package static func key(of keyPath: AnyKeyPath) -> String? {
    let types = type(of: keyPath)
    let steps = stepCount(of: keyPath)
    guard let root = types.rootType as? NSManagedObject.Type, steps > 0 else { return nil }
    let rootEntity = steps == 1 ? nil : KnownModels.knownEntity(of: root)
    guard steps == 1 || rootEntity != nil else { return nil }
    let object = recording(root)
    let answers = answers(of: types.valueType)
    var key: String?
    for answer in answers {
      let recorder = KeyRecorder(object, rootEntity, steps: steps, answer: answer)
      let value = recorder.recording { (object as Any)[keyPath: keyPath] }
      // Properties that every object has, such as `objectID`, are not read by name.
      if recorder.paths.isEmpty { return steps == 1 && value is NSManagedObjectID ? "objectID" : nil }
      guard let read = recorder.onePath, key == nil || key == read else { return nil }
      key = read
      guard answers.count == 1 || isSame(value, answer) else { return nil }
    }
    return key
  }

  /// The values that the dummy object returns, one in each run. If there are several, an accessor that only reads a
  /// property returns the same values, and one that changes the value does not. Types with a single neutral value,
  /// such as enumerations, cannot be checked this way.
  private static func answers(of type: Any.Type) -> [Any?] {
    let type = (type as? any OptionalType.Type)?.wrapped ?? type
    switch type {
    case is String.Type: return ["", " aB1 "]
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type, is Bool.Type, is NSNumber.Type:
      return [NSNumber(value: 0), NSNumber(value: 1)]
    case is Date.Type: return [0, 100_000.5].map { Date(timeIntervalSinceReferenceDate: $0) }
    case is Data.Type: return [Data(), Data([2, 1])]
    default: return [neutralValue(of: type)]
    }
  }

  /// The value of an intermediate attribute, from which the key path continues.
  static func neutralValue(of attribute: NSAttributeDescription) -> Any? {
    switch attribute.attributeType {
    case .stringAttributeType: ""
    case .dateAttributeType: Date(timeIntervalSinceReferenceDate: 0)
    case .binaryDataAttributeType: Data()
    case .decimalAttributeType: neutralValue(of: Decimal.self)
    case .UUIDAttributeType: neutralValue(of: UUID.self)
    case .URIAttributeType: neutralValue(of: URL.self)
    case .booleanAttributeType, .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .floatAttributeType, .doubleAttributeType:
      NSNumber(value: 0)
    default: nil
    }
  }

  private static func isSame(_ value: Any?, _ answer: Any?) -> Bool {
    switch answer {
    case let text as String: value as? String == text
    case let number as NSNumber: value as? NSNumber == number
    case let date as Date: value as? Date == date
    case let data as Data: value as? Data == data
    default: true
    }
  }

  /// The value for a key of a dummy object; nil for any other object.
  static func answer(of object: NSManagedObject, to key: String) -> Any?? {
    guard object.entity === entity, let recorder = KeyRecorder.current else { return nil }
    return .some(recorder.answer(of: object, to: key))
  }

  /// Creates a dummy object of a class.
  static func recording(_ objectClass: NSManagedObject.Type) -> NSManagedObject {
    objectClass.init(entity: entity, insertInto: nil)
  }

  private static var entity: NSEntityDescription { model.entities[0] }

  private static let model: NSManagedObjectModel = {
    let entity = NSEntityDescription()
    entity.name = "Recorder"
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }()

  /// The number of properties in a key path.
  private static func stepCount(of keyPath: AnyKeyPath) -> Int {
    // The description of a key path is `\Root.step.step`. Dots in its types are inside brackets.
    var depth = 0
    var steps = 0
    for character in "\(keyPath)" {
      switch character {
      case "<", "(": depth += 1
      case ">", ")": depth -= 1
      case "." where depth == 0: steps += 1
      default: break
      }
    }
    let moduleSteps = "\(type(of: keyPath).rootType)".filter { $0 == "." }.count
    return steps - moduleSteps
  }

  /// A value that an accessor of the type accepts; nil for optional types, and for types that no property can have.
  private static func neutralValue(of type: Any.Type) -> Any? {
    switch type {
    case is Decimal.Type, is NSDecimalNumber.Type: NSDecimalNumber.zero
    case is UUID.Type: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    case is URL.Type: URL(fileURLWithPath: "/")
    case is NSOrderedSet.Type: NSOrderedSet()
    case is NSSet.Type: NSSet()
    case let objectClass as NSManagedObject.Type: recording(objectClass)
    case let set as any EmptyMaking.Type: set.init()
    default: nil
    }
  }
}

private protocol EmptyMaking { init() }
extension Set: EmptyMaking {}
extension Array: EmptyMaking {}

private protocol OptionalType { static var wrapped: Any.Type { get } }
extension Optional: OptionalType { static var wrapped: Any.Type { Wrapped.self } }
