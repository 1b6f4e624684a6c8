#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// The part that the bindings of tables and collections share: the presenter, the rules, and the program's closures.
  @MainActor
  final class ListContent<Source: SectionedDataSource>: ListAnswers {
    let presenter: ListPresenter<Source>
    var rules: ListRules {
      didSet { roles = Self.roles(of: rules) }
    }
    /// Asked in each step, and so kept.
    private(set) var roles: [ViewRole]
    var indexTitle: ((Source.Section) -> String?)?
    var prefetch: (([Source.Item]) -> Void)?
    var cancelPrefetch: (([Source.Item]) -> Void)?
    var onError: ((any Error) -> Void)?
    var loading = ListLoading() {
      didSet { if presenter.view != nil { loading.begin?() } }
    }

    init(_ source: Source, _ rules: ListRules) {
      presenter = ListPresenter(source)
      self.rules = rules
      roles = Self.roles(of: rules)
      presenter.cellIdentifier = { [weak self] place in self?.choice(.cell, at: place).rule?.identifier }
    }

    var numberOfSections: Int { presenter.numberOfSections }
    var counts: ShownCounts { presenter.counts }
    func numberOfItems(inSection section: Int) -> Int { presenter.numberOfItems(inSection: section) }
    var editing: ListEditing { presenter.editing }
    func holds(_ place: ItemPlace) -> Bool { presenter.holds(place) }
    func canMove(_ place: ItemPlace) -> Bool { presenter.canMove(place) }
    func canDelete(_ place: ItemPlace) -> Bool { presenter.canDelete(place) }

    func choice(_ role: ViewRole, at place: ItemPlace) -> ViewChoice {
      let section = presenter.section(at: place.section)
      let context = ViewContext(
        place: place, section: section, numberOfItems: presenter.finalCount(ofSection: place.section))
      if role == .cell { return itemChoice(role, context) }
      let rule = rules.rule(for: role, section, context)
      // Custom supplementary kinds without a rule for the section use the rules for items, so that each item may have a
      // view.
      if rule == nil, section != nil, case .supplementary = role {
        let choice = itemChoice(role, context)
        if choice.rule != nil || (choice.isGone && presenter.itemID(at: place) != nil) { return choice }
      }
      return ViewChoice(rule: rule, model: section, context: context, isGone: section == nil)
    }

    private func itemChoice(_ role: ViewRole, _ context: ViewContext) -> ViewChoice {
      let item = presenter.item(at: context.place)
      return ViewChoice(
        rule: rules.rule(for: role, item, context), model: item, context: context, isGone: item == nil, isOfItem: true)
    }

    func layoutChoice(_ role: ViewRole, _ path: IndexPath) -> ViewChoice {
      let context = ViewContext(place: ItemPlace(section: -1, item: path.first ?? 0), section: nil)
      return ViewChoice(rule: rules.rule(for: role, nil, context), model: nil, context: context, isGone: false)
    }

    private static func roles(of rules: ListRules) -> [ViewRole] { Array(Set(rules.rules.map(\.role))) }

    func advice(_ role: ViewRole, for choice: ViewChoice) -> String {
      rules.advice(for: role, choice.model, choice.context)
    }

    func answering<View>(_ body: () -> View) -> View { presenter.answering(body) }

    func noteConfigured(_ choice: ViewChoice) {
      // The view is asking: changes made here are shown in the next turn.
      if choice.context.place.section >= 0 { loading.noteSeen(choice.model) }
    }

    func touched(_ path: IndexPath) -> Bool {
      ItemPlace(path).map { loading.noteTouched(presenter.item(at: $0)) } ?? false
    }

    func item(at path: IndexPath) -> Source.Item? { ItemPlace(path).flatMap { presenter.item(at: $0) } }

    func indexPath(of id: ListedID<Source.ItemID>) -> IndexPath? { presenter.place(of: id).map { IndexPath($0) } }

    /// The target of an item that is being dragged.
    func target(of old: IndexPath, proposed new: IndexPath) -> IndexPath {
      guard let from = ItemPlace(old), let to = ItemPlace(new), let target = presenter.target(of: from, proposed: to)
      else { return old }
      return IndexPath(target)
    }

    /// Whether a placeholder is the only row of the view.
    var showsPlaceholder: Bool {
      guard numberOfSections == 1, numberOfItems(inSection: 0) == 1 else { return false }
      return ListRules.model(presenter.item(at: ItemPlace(section: 0, item: 0)), as: Placeholder.self) != nil
    }

    func report(_ message: String) { presenter.source.anomalies.report(DataSourceAnomaly(.noRule, message)) }

    func batchHasEnded() { presenter.batchHasEnded() }

    func userMoved(from old: ItemPlace, to new: ItemPlace) {
      // The view has not finished the drop. Differences from what it shows are shown in the next turn.
      presenter.hold()
      let error = presenter.userMoved(from: old, to: new)
      Task { [presenter] in presenter.release() }
      note(error)
    }

    func userDeletes(_ place: ItemPlace) {
      guard presenter.canDelete(place) else { return }
      note(presenter.userDeletes(place))
    }

    func userInserts(_ place: ItemPlace) { note(presenter.userInserts(place)) }

    private func note(_ error: (any Error)?) { if let error { onError?(error) } }

    func prefetch(_ places: [ItemPlace]) { prefetch?(places.compactMap { presenter.item(at: $0) }) }
    func cancelPrefetch(_ places: [ItemPlace]) { cancelPrefetch?(places.compactMap { presenter.item(at: $0) }) }
    var hasIndexTitles: Bool { indexTitle != nil }
    func indexTitle(ofSection section: Int) -> String? { presenter.section(at: section).flatMap { indexTitle?($0) } }
  }
#endif
