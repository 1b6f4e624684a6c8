#if canImport(UIKit) && !os(watchOS)
  import SectionedDataSources
  import SectionedViews
  import UIKit

  // Rules that use UIKit's own registrations.
  extension CollectionBinding {
    /// Adds a rule whose cells a registration makes and configures.
    ///
    /// - Parameters:
    ///   - registration: makes and configures the cells. The binding keeps it. Make it outside of the view's callbacks,
    ///     because UIKit requires that.
    ///   - identifier: the name of the rule; nil for a name made of both types.
    ///   - condition: returns whether the rule applies to a model; nil if it applies to all models of the type.
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
    ///   - role: the role of the view in the list. Its kind must be the kind of the registration.
    ///   - registration: makes the views. The binding keeps it. Its handler does not receive the section's model.
    ///   - model: the type of the section's model.
    ///   - identifier: the name of the rule; nil for a name made of both types.
    ///   - condition: returns whether the rule applies to a model; nil if it applies to all models of the type.
    ///   - configure: shows the section in the view, after the registration's handler and whenever the section changes.
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
