#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// The state that table and collection bindings share: the presenter, the rules, and the program's closures.
  @MainActor
  final class ListContent<Source: SectionedDataSource>: ListAnswers {
    /// The state that the bindings of UIKit and AppKit share.
    private let bound: BoundList<Source>
    var presenter: ListPresenter<Source> { bound.presenter }
    var rules: ListRules {
      didSet { roles = Self.roles(of: rules) }
    }
    /// The roles of the rules. They are cached, because each step reads them.
    private(set) var roles: [ViewRole]
    var indexTitle: ((Source.Section) -> String?)?
    var prefetch: (([Source.Item]) -> Void)?
    var cancelPrefetch: (([Source.Item]) -> Void)?
    var onError: ((any Error) -> Void)? {
      get { bound.onError }
      set { bound.onError = newValue }
    }
    var loading: ListLoading {
      get { bound.loading }
      set { bound.loading = newValue }
    }

    init(_ source: Source, _ rules: ListRules) {
      bound = BoundList(source)
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

    func choice(_ role: ViewRole, at place: ItemPlace) -> BoundModel { bound.model(for: role, at: place, by: rules) }

    func layoutChoice(_ role: ViewRole, _ path: IndexPath) -> BoundModel {
      let context = ViewContext(place: ItemPlace(section: -1, item: path.first ?? 0), section: nil)
      return BoundModel(rule: rules.rule(for: role, nil, context), model: nil, context: context, isGone: false)
    }

    private static func roles(of rules: ListRules) -> [ViewRole] { Array(Set(rules.rules.map(\.role))) }

    func advice(_ role: ViewRole, for choice: BoundModel) -> String {
      rules.advice(for: role, choice.model, choice.context)
    }

    func answering<View>(_ body: () -> View) -> View { presenter.answering(body) }

    func noteConfigured(_ choice: BoundModel) { bound.noteConfigured(choice) }

    func touched(_ path: IndexPath) -> Bool { ItemPlace(path).map { bound.touched($0) } ?? false }

    func item(at path: IndexPath) -> Source.Item? { ItemPlace(path).flatMap { presenter.item(at: $0) } }

    func indexPath(of id: ListedID<Source.ItemID>) -> IndexPath? { presenter.place(of: id).map { IndexPath($0) } }

    /// The index path at which a dragged item would be dropped.
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

    func report(_ message: String) { bound.report(message) }

    func batchHasEnded() { presenter.batchHasEnded() }

    func userMoved(from old: ItemPlace, to new: ItemPlace) {
      // The view has not finished the drop. The presenter shows differences from the view's list in the next turn.
      presenter.hold()
      let error = presenter.userMoved(from: old, to: new)
      Task { [presenter] in presenter.release() }
      bound.note(error)
    }

    func userDeletes(_ place: ItemPlace) { bound.userDeleted(place) }

    func userInserts(_ place: ItemPlace) { bound.note(presenter.userInserts(place)) }

    func prefetch(_ places: [ItemPlace]) { prefetch?(places.compactMap { presenter.item(at: $0) }) }
    func cancelPrefetch(_ places: [ItemPlace]) { cancelPrefetch?(places.compactMap { presenter.item(at: $0) }) }
    var hasIndexTitles: Bool { indexTitle != nil }
    func indexTitle(ofSection section: Int) -> String? { presenter.section(at: section).flatMap { indexTitle?($0) } }
  }
#endif
