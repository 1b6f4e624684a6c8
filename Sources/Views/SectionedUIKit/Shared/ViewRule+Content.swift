#if canImport(UIKit) && !os(watchOS)
  import SectionedViews
  import UIKit

  // Rules for views that show a content configuration, including a `UIHostingConfiguration` of SwiftUI.
  extension ViewRule {
    /// A closure that makes the content of a view for a model.
    public typealias Content<Model> = @MainActor (Model, ViewContext) -> any UIContentConfiguration

    /// Makes a rule for table cells that show a content configuration.
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
    ///   - model: the type of the models.
    ///   - identifier: the name of the rule; nil for a name made of the types.
    ///   - condition: returns whether the rule applies to a model; nil if it applies to all models of the type.
    ///   - content: makes the content.
    public static func tableCell<Model>(
      for model: Model.Type, identifier: String? = nil, where condition: ((Model, ViewContext) -> Bool)? = nil,
      content: @escaping Content<Model>
    ) -> ViewRule {
      ViewRule(.cell, UITableViewCell.self, for: model, identifier: identifier, where: condition) {
        $0.contentConfiguration = content($1, $2)
      }
    }

    /// Makes a rule for headers or footers of a table that show a content configuration.
    ///
    /// - Parameters:
    ///   - role: `.header` or `.footer`.
    ///   - model: the type of the sections' models.
    ///   - identifier: the name of the rule; nil for a name made of the types.
    ///   - condition: returns whether the rule applies to a model; nil if it applies to all models of the type.
    ///   - content: makes the content.
    public static func tableView<Model>(
      _ role: ViewRole, for model: Model.Type, identifier: String? = nil,
      where condition: ((Model, ViewContext) -> Bool)? = nil, content: @escaping Content<Model>
    ) -> ViewRule {
      ViewRule(role, UITableViewHeaderFooterView.self, for: model, identifier: identifier, where: condition) {
        $0.contentConfiguration = content($1, $2)
      }
    }

    /// Makes a rule for collection cells that show a content configuration.
    ///
    /// - Parameters:
    ///   - model: the type of the models.
    ///   - identifier: the name of the rule; nil for a name made of the types.
    ///   - condition: returns whether the rule applies to a model; nil if it applies to all models of the type.
    ///   - content: makes the content.
    public static func collectionCell<Model>(
      for model: Model.Type, identifier: String? = nil, where condition: ((Model, ViewContext) -> Bool)? = nil,
      content: @escaping Content<Model>
    ) -> ViewRule {
      ViewRule(.cell, UICollectionViewCell.self, for: model, identifier: identifier, where: condition) {
        $0.contentConfiguration = content($1, $2)
      }
    }

    /// Makes a rule for headers, footers and other supplementary views of a collection that show a content
    /// configuration. These views are `UICollectionViewCell`s, because a cell can show one.
    ///
    /// - Parameters:
    ///   - role: the role of the views.
    ///   - model: the type of the models.
    ///   - identifier: the name of the rule; nil for a name made of the types.
    ///   - condition: returns whether the rule applies to a model; nil if it applies to all models of the type.
    ///   - content: makes the content.
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
