import Foundation

@testable import CoreData

/// Pages with transformable attributes. The tags are archived, the color has a transformer of the program, the place is
/// an object of the program's class, and the transformer of the cover is not registered.
enum TransformerModel {
  /// - Parameter tags: the name of the tags' transformer; nil, if they have none.
  static func make(tags: String? = nil) -> NSManagedObjectModel {
    let page = NSEntityDescription()
    page.name = "Page"
    let title = NSAttributeDescription()
    title.name = "title"
    title.attributeType = .stringAttributeType
    title.isOptional = true
    let transformers: [(String, String?)] = [
      ("tags", tags), ("color", "HexColor"), ("place", "Places"), ("cover", "NobodyHasIt"),
    ]
    page.properties =
      [title]
      + transformers.map { name, transformer in
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = .transformableAttributeType
        attribute.valueTransformerName = transformer
        attribute.isOptional = true
        return attribute
      }
    let model = NSManagedObjectModel()
    model.entities = [page]
    return model
  }

  /// Registers the transformers that a program would register when it starts.
  static let register: Void = {
    ValueTransformer.setValueTransformer(HexColor(), forName: NSValueTransformerName("HexColor"))
    ValueTransformer.setValueTransformer(Places(), forName: NSValueTransformerName("Places"))
  }()
}

/// A color that is not an object of Foundation.
struct Color: Equatable {
  var red, green, blue: UInt8
}

/// A transformer that stores a color as three bytes.
final class HexColor: ValueTransformer, @unchecked Sendable {
  override class func transformedValueClass() -> AnyClass { NSData.self }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Color).map { NSData(data: Data([$0.red, $0.green, $0.blue])) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data, data.count == 3 else { return nil }
    return Color(red: data[data.startIndex], green: data[data.startIndex + 1], blue: data[data.startIndex + 2])
  }
}

/// A place that a program archives.
final class Place: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let name: String

  init(_ name: String) { self.name = name }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
    self.name = name as String
  }

  func encode(with coder: NSCoder) { coder.encode(name as NSString, forKey: "name") }

  override func isEqual(_ object: Any?) -> Bool { (object as? Place)?.name == name }
  override var hash: Int { name.hashValue }
}

final class Places: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
  override class var allowedTopLevelClasses: [AnyClass] { [Place.self, NSArray.self] }
}

/// A class that no transformer allows.
final class Intruder: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  init?(coder: NSCoder) { fatalError("An intruder was decoded.") }
  func encode(with coder: NSCoder) {}
}
