import Foundation
import SectionedTesting

@testable import CoreData

/// Articles with an author, a composite attribute. One of its elements, the address, is composite, too.
enum ArticleModel {
  static func attributes() -> [NSPropertyDescription] {
    [
      NSAttributeDescription("id"), NSAttributeDescription("title"), NSAttributeDescription("zip"),
      NSCompositeAttributeDescription(
        "author",
        [
          NSAttributeDescription("name", isOptional: false), NSAttributeDescription("id"),
          NSAttributeDescription("born", .dateAttributeType),
          NSCompositeAttributeDescription(
            "address", [NSAttributeDescription("city"), NSAttributeDescription("zip", .integer32AttributeType)]),
        ]),
    ]
  }

  static func make() -> NSManagedObjectModel {
    let section = NSEntityDescription("Section", [NSAttributeDescription("title")])
    let article = NSEntityDescription("Article", attributes())
    section.relate("articles", .many, to: article, "section", .one)
    return NSManagedObjectModel([section, article])
  }

  static let born = Date(timeIntervalSinceReferenceDate: 5)
}

extension NSCompositeAttributeDescription {
  convenience init(_ name: String, _ elements: [NSAttributeDescription], isOptional: Bool = true) {
    self.init()
    self.name = name
    self.elements = elements
    self.isOptional = isOptional
  }
}

/// Makes a dictionary with values of several types.
func composed(_ values: [String: Any]) -> [String: Any] { values }

/// Returns a value as text. Dictionaries are sorted by key.
func described(_ value: Any?) -> String {
  switch value {
  case nil, is NSNull: "nil"
  case let values as [String: Any]:
    "{" + values.sorted { $0.key < $1.key }.map { "\($0.key): \(described($0.value))" }.joined(separator: ", ") + "}"
  case let values as NSDictionary: described(CompositeLayout.dictionary(of: values))
  case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
  case let value?: "\(value)"
  }
}
