import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import UIKit

class TextRow: UITableViewCell, TextView {
  var text: String?
  let input = UITextField()
  var field: UITextField? { input }
  override init(style: CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    contentView.addSubview(input)
  }
  required init?(coder: NSCoder) { nil }
  func isRight(for text: String) -> Bool { ModelText.isFirst(text) == (self is FirstRow) }
  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: ModelText.height(text ?? ""))
  }
}

final class FirstRow: TextRow {}
final class SecondRow: TextRow {}

final class TextHeader: UITableViewHeaderFooterView, TextView {
  var text: String?
  var field: UITextField? { nil }
  func isRight(for text: String) -> Bool { true }
}

class TextTile: UICollectionViewCell, TextView {
  var text: String?
  let input = UITextField()
  var field: UITextField? { input }
  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.addSubview(input)
  }
  required init?(coder: NSCoder) { nil }
  func isRight(for text: String) -> Bool { ModelText.isFirst(text) == (self is FirstTile) }
}

final class FirstTile: TextTile {}
final class SecondTile: TextTile {}

final class TileHeader: UICollectionReusableView, TextView {
  var text: String?
  var field: UITextField? { nil }
  func isRight(for text: String) -> Bool { true }
}

/// The rules of random tests: two classes of cells, which the model's text selects, and a header for each section.
@MainActor
enum RandomRules {
  typealias Hook = @MainActor () -> Void

  private static func isFirst(_ model: Any?, _: ViewContext) -> Bool { ModelText.isFirst(ModelText.text(model)) }

  static func table(_ configuring: @escaping Hook) -> ListRules {
    rules(FirstRow.self, SecondRow.self, TextHeader.self, configuring)
  }

  static func collection(_ configuring: @escaping Hook) -> ListRules {
    rules(FirstTile.self, SecondTile.self, TileHeader.self, configuring)
  }

  private static func rules(
    _ first: (some TextView).Type, _ second: (some TextView).Type, _ header: (some TextView).Type,
    _ configuring: @escaping Hook
  ) -> ListRules {
    var rules = ListRules()
    rules.add(rule(.cell, first, where: isFirst, configuring))
    rules.add(rule(.cell, second, configuring))
    rules.add(rule(.header, header, configuring))
    return rules
  }

  private static func rule<View: TextView>(
    _ role: ViewRole, _ view: View.Type, where condition: ((Any?, ViewContext) -> Bool)? = nil,
    _ configuring: @escaping Hook
  ) -> ViewRule {
    ViewRule(role, view, where: condition) { view, model, context in
      view.text = role == .header ? ModelText.header(model, context.numberOfItems) : ModelText.text(model)
      configuring()
    }
  }
}
