import SectionedChanges
import SectionedDataSources

/// The part that bindings of views share: the presenter, and the program's closures.
@MainActor
package final class BoundList<Source: SectionedDataSource>: BoundAnswers {
  /// The presenter of the source.
  package let presenter: ListPresenter<Source>
  /// Called with the error of an edit.
  package var onError: ((any Error) -> Void)?
  /// The closures that the view calls to load its list.
  package var loading = ListLoading() {
    didSet { if presenter.view != nil { loading.begin?() } }
  }

  /// Makes the part of a binding.
  package init(_ source: Source) { presenter = ListPresenter(source) }

  package var numberOfSections: Int { presenter.numberOfSections }
  package func numberOfItems(inSection section: Int) -> Int { presenter.numberOfItems(inSection: section) }

  package func model(for role: ViewRole, at place: ItemPlace, by rules: ListRules) -> BoundModel {
    let section = presenter.section(at: place.section)
    let context = ViewContext(
      place: place, section: section, numberOfItems: presenter.finalCount(ofSection: place.section))
    if role == .cell { return itemModel(role, context, rules) }
    let rule = rules.rule(for: role, section, context)
    // Custom supplementary kinds without a rule for the section use the rules for items, so that each item may have a
    // view.
    if rule == nil, section != nil, case .supplementary = role {
      let model = itemModel(role, context, rules)
      if model.rule != nil || (model.isGone && presenter.itemID(at: place) != nil) { return model }
    }
    return BoundModel(rule: rule, model: section, context: context, isGone: section == nil)
  }

  private func itemModel(_ role: ViewRole, _ context: ViewContext, _ rules: ListRules) -> BoundModel {
    let item = presenter.item(at: context.place)
    return BoundModel(
      rule: rules.rule(for: role, item, context), model: item, context: context, isGone: item == nil, isOfItem: true)
  }

  package func answering<View>(_ body: () -> View) -> View { presenter.answering(body) }
  package func noteConfigured(_ model: BoundModel) {
    // Called while the view asks for a cell, so changes made here are shown in the next turn. A supplementary view of
    // the whole layout has no section.
    if model.context.place.section >= 0 { loading.noteSeen(model.model) }
  }
  package func report(_ message: String) { presenter.source.anomalies.report(DataSourceAnomaly(.noRule, message)) }

  package func canMove(_ place: ItemPlace) -> Bool { presenter.canMove(place) }
  package func canDelete(_ place: ItemPlace) -> Bool { presenter.canDelete(place) }
  package func target(of item: ItemPlace, proposed place: ItemPlace) -> ItemPlace? {
    presenter.target(of: item, proposed: place)
  }

  package func name(at place: ItemPlace) -> AnyHashable? { presenter.itemID(at: place).map { AnyHashable($0) } }
  package func place(named name: AnyHashable) -> ItemPlace? {
    (name.base as? ListedID<Source.ItemID>).flatMap { presenter.place(of: $0) }
  }
  package func name(ofSection section: Int) -> AnyHashable? {
    presenter.sectionID(at: section).map { AnyHashable($0) }
  }

  package func userDropped(_ item: ItemPlace, at place: ItemPlace) -> Bool {
    let error = presenter.userDropped(item, at: place)
    note(error)
    return error == nil
  }

  package func userDeleted(_ place: ItemPlace) {
    guard presenter.canDelete(place) else { return }
    note(presenter.userDeletes(place))
  }

  /// Deletes items by their identifiers, because each deletion changes the places of the rows after it.
  package func userDeleted(_ places: [ItemPlace]) {
    let names = places.compactMap { name(at: $0) }
    for name in names { if let place = place(named: name) { userDeleted(place) } }
  }

  /// Records that the user touched the row of an item.
  ///
  /// - Returns: whether the source was asked to load or to show more.
  package func touched(_ place: ItemPlace) -> Bool { loading.noteTouched(presenter.item(at: place)) }

  /// Passes the error of an edit on to the program.
  package func note(_ error: (any Error)?) { if let error { onError?(error) } }
}

/// The model to be shown at a place of a view, and the rule for it.
package struct BoundModel {
  /// The rule; nil if no rule accepts the model.
  package var rule: ViewRule?
  /// The model; nil if there is none.
  package var model: Any?
  /// The place.
  package var context: ViewContext
  /// Whether the source has removed the model since the view got its list.
  package var isGone: Bool
  /// Whether the model is an item instead of a section.
  package var isOfItem: Bool

  /// Makes a model that is shown.
  package init(rule: ViewRule?, model: Any?, context: ViewContext, isGone: Bool, isOfItem: Bool = false) {
    (self.rule, self.model, self.context) = (rule, model, context)
    (self.isGone, self.isOfItem) = (isGone, isOfItem)
  }

  /// The model's type, for a message.
  package var described: String { model.map { "\(type(of: $0))" } ?? "no model" }
}
