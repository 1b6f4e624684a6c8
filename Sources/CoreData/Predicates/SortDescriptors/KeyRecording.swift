import Foundation

/// Finds the name behind a typed key path, which on Linux only its accessor has: the accessor is run on an object
/// without any properties, which records the keys that are read.
enum KeyRecording {
  /// The key that a key path of a managed object reads; nil where it reads none or several, or leads through another
  /// object.
  static func key(of keyPath: AnyKeyPath) -> String? {
    let types = type(of: keyPath)
    guard let root = types.rootType as? NSManagedObject.Type, isOneStep(keyPath) else { return nil }
    let recorder = KeyRecorder(answer: neutralValue(of: types.valueType))
    let outer = KeyRecorder.current
    KeyRecorder.current = recorder
    defer { KeyRecorder.current = outer }
    let object: Any = root.init(entity: entity, insertInto: nil)
    let value = object[keyPath: keyPath]
    // What every object has is not read by name.
    if recorder.keys.isEmpty { return value is NSManagedObjectID ? "objectID" : nil }
    return recorder.keys.count == 1 ? recorder.keys.first : nil
  }

  /// The value for any key of an object that records its keys; nil for every other object.
  static func answer(of object: NSManagedObject, to key: String) -> Any?? {
    guard object.entity === entity, let recorder = KeyRecorder.current else { return nil }
    recorder.keys.insert(key)
    return .some(recorder.answer)
  }

  private static var entity: NSEntityDescription { model.entities[0] }

  private static let model: NSManagedObjectModel = {
    let entity = NSEntityDescription()
    entity.name = "Recorder"
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }()

  /// Whether the key path is a single property. The objects on a longer way would have to be made up.
  private static func isOneStep(_ keyPath: AnyKeyPath) -> Bool {
    // As text a key path is `\Root.step.step`; the types in it stand in brackets.
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
    return steps == moduleSteps + 1
  }

  /// A value that an accessor of the type accepts; nil for optional types, and for those that no property has.
  private static func neutralValue(of type: Any.Type) -> Any? {
    switch type {
    case is String.Type: ""
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type, is Bool.Type, is NSNumber.Type: NSNumber(value: 0)
    case is Decimal.Type, is NSDecimalNumber.Type: NSDecimalNumber.zero
    case is Date.Type: Date(timeIntervalSinceReferenceDate: 0)
    case is Data.Type: Data()
    case is UUID.Type: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    case is URL.Type: URL(fileURLWithPath: "/")
    case is NSOrderedSet.Type: NSOrderedSet()
    case is NSSet.Type: NSSet()
    case let object as NSManagedObject.Type: object.init(entity: entity, insertInto: nil)
    case let set as any EmptyMaking.Type: set.init()
    default: nil
    }
  }
}

/// The keys that are read of an object while a key path is applied to it.
private final class KeyRecorder {
  let answer: Any?
  var keys: Set<String> = []

  init(answer: Any?) { self.answer = answer }

  private static let name = "CoreData.KeyRecorder"

  /// That of the current thread: it cannot be passed to an accessor otherwise.
  static var current: KeyRecorder? {
    get { Thread.current.threadDictionary[name] as? KeyRecorder }
    set { Thread.current.threadDictionary[name] = newValue }
  }
}

private protocol EmptyMaking { init() }
extension Set: EmptyMaking {}
extension Array: EmptyMaking {}
