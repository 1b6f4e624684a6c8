// A collection of colours in sections, including empty ones, with cells chosen by a condition. This is the first
// example of NXCollectionViewDataSource.
import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import UIKit

final class ColorCell: UICollectionViewCell {
  var name = ""
}

final class WarmColorCell: UICollectionViewCell {
  var name = ""
}

final class ColorsHeader: UICollectionReusableView {
  let label = UILabel()
}

final class ColorsViewController: UICollectionViewController {
  typealias Colors = MemoryDataSource<String, String, String, String>

  let colors = Colors(
    [
      SectionContent("Warm", items: ["red", "orange"]), SectionContent("Cold", items: ["blue"]),
      SectionContent("Grey"),
    ],
    sectionID: \.self, itemID: \.self)
  private var binding: CollectionBinding<Colors>?

  init() {
    let layout = UICollectionViewFlowLayout()
    layout.headerReferenceSize = CGSize(width: 320, height: 30)
    super.init(collectionViewLayout: layout)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    var rules = ListRules()
    rules.add(
      ViewRule(
        .cell, WarmColorCell.self, for: String.self, where: { _, context in context.section as? String == "Warm" }
      ) {
        cell, color, _ in cell.name = color
      })
    rules.add(ViewRule(.cell, ColorCell.self, for: String.self) { cell, color, _ in cell.name = color })
    rules.add(ViewRule(.header, ColorsHeader.self, for: String.self) { view, title, _ in view.label.text = title })
    binding = CollectionBinding(colors, in: collectionView, rules: rules)
  }

  /// Sets the whole content again. The view performs only the difference.
  func showMore() {
    colors.set([
      SectionContent("Warm", items: ["orange", "red", "yellow"]), SectionContent("Cold", items: ["blue"]),
      SectionContent("Grey", items: ["silver"]),
    ])
  }
}
