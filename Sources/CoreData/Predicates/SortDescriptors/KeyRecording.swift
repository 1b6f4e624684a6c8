import Foundation

/// Finds the name behind a typed key path, which on Linux only its accessor has: the accessor is run on an object
/// without any properties, which records the keys that are read.
enum KeyRecording {
  /// The key that a key path of a managed object reads; nil where it reads none or several, makes something else of what it
  /// reads, or leads through another object.
  static func key(of keyPath: AnyKeyPath) -> String? {
    let types = type(of: keyPath)
    guard let root = types.rootType as? NSManagedObject.Type, isOneStep(keyPath) else { return nil }
    let object: Any = root.init(entity: entity, insertInto: nil)
    let answers = answers(of: types.valueType)
    var key: String?
    for answer in answers {
      let recorder = KeyRecorder(answer: answer)
      let value = recorder.recording { object[keyPath: keyPath] }
      // What every object has is not read by name.
      if recorder.keys.isEmpty { return value is NSManagedObjectID ? "objectID" : nil }
      guard recorder.keys.count == 1, let read = recorder.keys.first, key == nil || key == read else { return nil }
      key = read
      guard answers.count == 1 || isSame(value, answer) else { return nil }
    }
    return key
  }

  /// What an accessor is answered, one after the other. Where there are several, one that reads a property gives each of
  /// them back, and one that changes what it reads does not. Nothing can be told so of enumerations and the like.
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

  private static func isSame(_ value: Any?, _ answer: Any?) -> Bool {
    switch answer {
    case let text as String: value as? String == text
    case let number as NSNumber: value as? NSNumber == number
    case let date as Date: value as? Date == date
    case let data as Data: value as? Data == data
    default: true
    }
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
    case is Decimal.Type, is NSDecimalNumber.Type: NSDecimalNumber.zero
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

  /// Runs an accessor, which asks this recorder.
  func recording<Result>(_ body: () -> Result) -> Result {
    let outer = Self.current
    Self.current = self
    defer { Self.current = outer }
    return body()
  }

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

private protocol OptionalType { static var wrapped: Any.Type { get } }
extension Optional: OptionalType { static var wrapped: Any.Type { Wrapped.self } }
