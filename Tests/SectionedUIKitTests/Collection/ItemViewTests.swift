import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

/// A layout with a supplementary view, a badge, on each item.
private final class BadgeLayout: UICollectionViewFlowLayout {
  static let kind = "badge"

  override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    let elements = super.layoutAttributesForElements(in: rect) ?? []
    let items = elements.filter { $0.representedElementKind == nil }
    return elements + items.compactMap { layoutAttributesForSupplementaryView(ofKind: Self.kind, at: $0.indexPath) }
  }

  override func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    guard elementKind == Self.kind else {
      return super.layoutAttributesForSupplementaryView(ofKind: elementKind, at: indexPath)
    }
    let attributes = UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: Self.kind, with: indexPath)
    attributes.frame = layoutAttributesForItem(at: indexPath)?.frame ?? .zero
    return attributes
  }
}

private final class Badge: UICollectionReusableView {
  var book: Book?
}

@Suite("Views of a layout's own kinds show items, or sections")
@MainActor
struct ItemViewTests {
  @Test("a badge on an item shows that, and is configured again when it changes")
  func badges() throws {
    var rules = CollectionStage.rules
    rules.add(
      ViewRule(.supplementary(BadgeLayout.kind), Badge.self, for: Book.self) { badge, book, _ in badge.book = book })
    let stage = CollectionStage(library(), rules: rules, layout: BadgeLayout())
    func badge(_ item: Int) -> Badge? {
      stage.view.supplementaryView(
        forElementKind: BadgeLayout.kind, at: IndexPath(item: item, section: 0)) as? Badge
    }
    let refusals = try Refusals.recorded {
      #expect((0..<3).map { badge($0)?.book?.id } == [10, 11, 12])
      try stage.list.replace(11, with: Book(id: 11, title: "new"))
      #expect(badge(1)?.book?.title == "new")
      try stage.list.remove(10)
      stage.view.layoutIfNeeded()
      #expect((0..<2).map { badge($0)?.book?.id } == [11, 12])
      #expect((stage.header(0) as? ShelfView)?.shelf?.id == 1)
    }
    #expect(refusals == [])
  }
}
