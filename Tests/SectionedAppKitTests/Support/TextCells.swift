import AppKit
import CoreData
import SectionedAppKit
import SectionedDataSources
import SectionedViews

/// A cell that shows a text and has a field to edit.
class TextCell: NSTableCellView {
  var text = ""
  private(set) var configurations = 0
  let input = NSTextField(frame: .zero)

  override init(frame frameRect: CGRect) {
    super.init(frame: frameRect)
    addSubview(input)
  }
  required init?(coder: NSCoder) { nil }

  func show(_ text: String) {
    self.text = text
    configurations += 1
  }
}

final class FirstCell: TextCell {}
final class SecondCell: TextCell {}
final class HeaderCell: TextCell {}

/// Texts of models.
enum ModelText {
  /// A model's text, its optionals unwrapped.
  static func text(_ model: Any?) -> String {
    guard let model else { return "nil" }
    if let object = model as? NSManagedObject { return name(object) }
    if let section = model as? FetchedSection<NSManagedObject> { return section.object.map(name) ?? "unmatched" }
    var text = "\(model)"
    while text.hasPrefix("Optional("), text.hasSuffix(")") { text = String(text.dropFirst(9).dropLast()) }
    return text
  }

  /// A section's text, with the number of its items.
  static func header(_ section: Any?, _ count: Int) -> String { "\(text(section)): \(count)" }

  private static func name(_ object: NSManagedObject) -> String {
    "\(object.value(forKey: "title") ?? "-") \(object.value(forKey: "position") ?? "-")"
  }

  /// A number that depends on a text alone.
  static func hash(_ text: String) -> Int { text.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xffff } }

  /// Whether a model has a cell of the first class.
  static func isFirst(_ text: String) -> Bool { hash(text) % 3 != 0 }

  /// The height of a row with a text.
  static func height(_ text: String) -> CGFloat { CGFloat(20 + hash(text) % 30) }
}

/// The rules of random tests: two classes of cells, by a model's text, and a view for each section.
@MainActor
enum TextRules {
  static func rules(_ configuring: @escaping @MainActor () -> Void = {}) -> ListRules {
    var rules = ListRules()
    rules.add(
      ViewRule(.cell, FirstCell.self, where: { model, _ in ModelText.isFirst(ModelText.text(model)) }) {
        cell, model, _ in
        cell.show(ModelText.text(model))
        configuring()
      })
    rules.add(
      ViewRule(.cell, SecondCell.self) { cell, model, _ in
        cell.show(ModelText.text(model))
        configuring()
      })
    rules.add(
      ViewRule(.header, HeaderCell.self) { cell, model, context in
        cell.show(ModelText.header(model, context.numberOfItems))
        configuring()
      })
    return rules
  }
}
