#if canImport(UIKit) && !os(watchOS)
  import SectionedDataSources
  import SectionedViews
  import UIKit

  // UIKit's own registrations as rules.
  extension CollectionBinding {
    /// Adds a rule whose cells a registration makes and configures.
    ///
    /// - Parameters:
    ///   - registration: kept, and made outside of any callback of the view, as UIKit wants.
    ///   - identifier: names the rule; nil for a name made of both types.
    ///   - condition: whether the rule is for a model; nil for all of the type.
    public func add<Cell: UICollectionViewCell, Model>(
      _ registration: UICollectionView.CellRegistration<Cell, Model>, identifier: String? = nil,
      where condition: ((Model, ViewContext) -> Bool)? = nil
    ) {
      let rule = rules.named(
        ViewRule(
          .cell, Cell.self, for: Model.self, identifier: identifier, registration: .provided, where: condition
        ) { _, _, _ in })
      screen.cells.provided.add(rule.identifier) { view, path, model in
        guard let model = ListRules.model(model, as: Model.self) else { return nil }
        return view.dequeueConfiguredReusableCell(using: registration, for: path, item: model)
      }
      rules.add(rule)
    }

    /// Adds a rule whose headers, footers or other views a registration makes.
    ///
    /// - Parameters:
    ///   - role: what the view is in the list; its kind must be the registration's.
    ///   - registration: kept. Its handler is not given the section's model.
    ///   - model: the type of the section's model.
    ///   - identifier: names the rule; nil for a name made of both types.
    ///   - condition: whether the rule is for a model; nil for all of the type.
    ///   - configure: shows the section in the view, after the registration's handler and whenever it changes.
    public func add<View: UICollectionReusableView, Model>(
      _ role: ViewRole, _ registration: UICollectionView.SupplementaryRegistration<View>, for model: Model.Type,
      identifier: String? = nil, where condition: ((Model, ViewContext) -> Bool)? = nil,
      configure: @escaping @MainActor (View, Model, ViewContext) -> Void
    ) {
      let rule = rules.named(
        ViewRule(
          role, View.self, for: Model.self, identifier: identifier, registration: .provided, where: condition,
          configure: configure))
      screen.cells.provided.add(rule.identifier, role) { view, path in
        view.dequeueConfiguredReusableSupplementary(using: registration, for: path)
      }
      rules.add(rule)
    }
  }
#endif
