import AppKit
import SectionedAppKit
import SectionedViews

/// An item with a text and a field that can be edited.
class TextItem: NSCollectionViewItem {
  var text = ""
  let input = NSTextField(frame: .zero)

  override func loadView() {
    view = NSView(frame: .zero)
    view.addSubview(input)
  }
}

final class FirstItem: TextItem {}
final class SecondItem: TextItem {}

final class HeaderElement: TextCell, NSCollectionViewElement {}

extension TextRules {
  /// The rules of random tests for a collection.
  static func collection(_ configuring: @escaping @MainActor () -> Void = {}) -> ListRules {
    var rules = ListRules()
    rules.add(
      ViewRule(.cell, FirstItem.self, where: { model, _ in ModelText.isFirst(ModelText.text(model)) }) {
        item, model, _ in
        item.text = ModelText.text(model)
        configuring()
      })
    rules.add(
      ViewRule(.cell, SecondItem.self) { item, model, _ in
        item.text = ModelText.text(model)
        configuring()
      })
    rules.add(
      ViewRule(.header, HeaderElement.self) { view, model, context in
        view.show(ModelText.header(model, context.numberOfItems))
        configuring()
      })
    return rules
  }
}
