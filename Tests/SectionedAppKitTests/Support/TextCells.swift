import AppKit
import CoreData
import SectionedAppKit
import SectionedDataSources
import SectionedViews

/// A cell with a text and a field that can be edited.
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

/// The rules of random tests: two classes of cells, which the model's text selects, and a view for each section.
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
