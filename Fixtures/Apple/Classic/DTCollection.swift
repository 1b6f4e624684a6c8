// A collection of models of two types, each with its own cell, and an update with several kinds of edits. This is the
// first example of DTCollectionViewManager.
import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import UIKit

/// A model of the list, of one of two types.
enum Post: Identifiable {
  case text(String)
  case picture(Int)

  var id: String {
    switch self {
    case .text(let text): text
    case .picture(let number): "picture \(number)"
    }
  }
}

final class TextCell: UICollectionViewCell {
  let label = UILabel()
}

final class PictureCell: UICollectionViewCell {
  var number = 0
}

final class PostsViewController: UICollectionViewController {
  typealias Posts = MemoryDataSource<String, String, Post, String>

  let posts = Posts([SectionContent("all", items: [.text("Hello"), .picture(1)])], sectionID: \.self, itemID: \.id)
  private var binding: CollectionBinding<Posts>?

  init() { super.init(collectionViewLayout: UICollectionViewFlowLayout()) }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    var rules = ListRules()
    rules.add(
      ViewRule(
        .cell, PictureCell.self, for: Post.self, where: { post, _ in if case .picture = post { true } else { false } }
      ) { cell, post, _ in if case .picture(let number) = post { cell.number = number } })
    rules.add(
      ViewRule(.cell, TextCell.self, for: Post.self) { cell, post, _ in
        if case .text(let text) = post { cell.label.text = text }
      })
    binding = CollectionBinding(posts, in: collectionView, rules: rules)
  }

  func change() throws {
    try posts.performUpdates {
      try posts.append(.text("world"), toSection: 0)
      try posts.remove(at: ItemPlace(section: 0, item: 0))
      try posts.insert(.picture(2), at: ItemPlace(section: 0, item: 0))
    }
  }
}
