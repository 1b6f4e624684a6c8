import CoreData
import Foundation
import SectionedDataSources

/// Texts of models, and values that depend only on such a text.
enum ModelText {
  /// The text of a model, without the wrapping of optionals.
  static func text(_ model: Any?) -> String {
    guard let model else { return "nil" }
    if let object = model as? NSManagedObject { return name(object) }
    if let section = model as? FetchedSection<NSManagedObject> { return section.object.map(name) ?? "unmatched" }
    var text = "\(model)"
    while text.hasPrefix("Optional("), text.hasSuffix(")") { text = String(text.dropFirst(9).dropLast()) }
    return text
  }

  /// The text of a section, with the number of its items.
  static func header(_ section: Any?, _ count: Int) -> String { "\(text(section)): \(count)" }

  private static func name(_ object: NSManagedObject) -> String {
    "\(object.value(forKey: "title") ?? "-") \(object.value(forKey: "position") ?? "-")"
  }

  /// A number that depends only on a text.
  static func hash(_ text: String) -> Int { text.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xffff } }

  /// Whether a model with a text has a cell of the first class.
  static func isFirst(_ text: String) -> Bool { hash(text) % 3 != 0 }

  /// The height of a row with a text.
  static func height(_ text: String) -> CGFloat { CGFloat(30 + hash(text) % 40) }
}
