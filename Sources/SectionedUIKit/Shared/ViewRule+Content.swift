#if canImport(UIKit) && !os(watchOS)
  import SectionedViews
  import UIKit

  // Content configurations as rules, those that hold SwiftUI's views, too.
  extension ViewRule {
    /// A closure that makes the content of a view for a model.
    public typealias Content<Model> = @MainActor (Model, ViewContext) -> any UIContentConfiguration

    /// Makes a rule for plain cells of a table that show a content configuration.
    ///
    /// ```swift
    /// rules.add(.tableCell(for: Book.self) { book, _ in
    ///   var content = UIListContentConfiguration.cell()
    ///   content.text = book.title
    ///   return content
    /// })
    /// ```
    ///
    /// - Parameters:
    ///   - model: the models' type.
    ///   - identifier: names the rule; nil for a name made of the types.
    ///   - condition: whether the rule is for a model; nil for all of the type.
    ///   - content: makes the content.
    public static func tableCell<Model>(
      for model: Model.Type, identifier: String? = nil, where condition: ((Model, ViewContext) -> Bool)? = nil,
      content: @escaping Content<Model>
    ) -> ViewRule {
      ViewRule(.cell, UITableViewCell.self, for: model, identifier: identifier, where: condition) {
        $0.contentConfiguration = content($1, $2)
      }
    }

    /// Makes a rule for headers and footers of a table that show a content configuration.
    public static func tableView<Model>(
      _ role: ViewRole, for model: Model.Type, identifier: String? = nil,
      where condition: ((Model, ViewContext) -> Bool)? = nil, content: @escaping Content<Model>
    ) -> ViewRule {
      ViewRule(role, UITableViewHeaderFooterView.self, for: model, identifier: identifier, where: condition) {
        $0.contentConfiguration = content($1, $2)
      }
    }

    /// Makes a rule for plain cells of a collection that show a content configuration.
    public static func collectionCell<Model>(
      for model: Model.Type, identifier: String? = nil, where condition: ((Model, ViewContext) -> Bool)? = nil,
      content: @escaping Content<Model>
    ) -> ViewRule {
      ViewRule(.cell, UICollectionViewCell.self, for: model, identifier: identifier, where: condition) {
        $0.contentConfiguration = content($1, $2)
      }
    }

    /// Makes a rule for headers, footers and other views of a collection, which are cells that show a content
    /// configuration.
    public static func collectionView<Model>(
      _ role: ViewRole, for model: Model.Type, identifier: String? = nil,
      where condition: ((Model, ViewContext) -> Bool)? = nil, content: @escaping Content<Model>
    ) -> ViewRule {
      ViewRule(role, UICollectionViewCell.self, for: model, identifier: identifier, where: condition) {
        $0.contentConfiguration = content($1, $2)
      }
    }
  }
#endif
