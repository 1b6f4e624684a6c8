import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews
import TestTraits
import Testing

/// A source that may have places for shelves and books without their models.
private final class HidingSource: SectionedDataSource {
  let base: Shelves
  var hidden: Set<Int> = []

  init(_ base: Shelves) { self.base = base }

  var core: SourceCore<Int, Int> { base.core }
  func item(for id: ListedID<Int>) -> Book? { hidden.contains(id.id) ? nil : base.item(for: id) }
  func section(for id: ListedID<Int>) -> Shelf? { hidden.contains(id.id) ? nil : base.section(for: id) }
  func place(of id: ListedID<Int>) -> ItemPlace? { base.place(of: id) }
  func index(ofSection id: ListedID<Int>) -> Int? { base.index(ofSection: id) }
}

/// A view that asks for the model of each cell and header that it configures. It is off screen after 20 of them, and
/// traps after 1,000, so that an endless repetition fails.
@MainActor
private final class AskingView: ListView {
  let presenter: ListPresenter<HidingSource>
  var configured: [String] = []
  var isOnScreen: Bool { configured.count < 20 }

  init(_ presenter: ListPresenter<HidingSource>) { self.presenter = presenter }

  func reload() {
    for section in 0..<presenter.numberOfSections {
      configureSections(at: [section])
      configureItems(
        at: (0..<presenter.numberOfItems(inSection: section)).map { ItemPlace(section: section, item: $0) })
    }
  }

  func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) { showNext() }

  func configureItems(at places: [ItemPlace]) {
    for place in places { configured.append("\(presenter.item(at: place)?.id ?? 0)") }
    precondition(configured.count < 1_000, "A view configures the same cells again and again.")
  }

  func reloadItems(at places: [ItemPlace]) { configureItems(at: places) }

  func configureSections(at sections: [Int]) {
    for section in sections { configured.append("\(presenter.section(at: section)?.id ?? 0):") }
    precondition(configured.count < 1_000, "A view configures the same headers again and again.")
  }

  func cellIdentifier(at place: ItemPlace) -> String? { nil }
  var selection: [ItemPlace] = []
  var editedItem: ItemPlace?
  var isAtBeginning: Bool { true }
  var anchors: [ScrollAnchor] { [] }
  func scroll(to anchor: ScrollAnchor) {}
}

@Suite("What has a place and no model")
@MainActor
struct MissingModelTests {
  /// `1: 10 11 | 2: 20`. Item 11 and section 2 have no model when the view asks for it. Later they have one, but the
  /// source reports no change.
  @Test("is configured when it has one, and not again and again before", .endsWithin(minutes: 20))
  func item() async throws {
    let source = HidingSource(
      Shelves([
        SectionContent(Shelf(id: 1), items: [Book(id: 10), Book(id: 11)]),
        SectionContent(Shelf(id: 2), items: [Book(id: 20)]),
      ]))
    source.hidden = [11, 2]
    let presenter = ListPresenter(source)
    let view = AskingView(presenter)
    presenter.view = view
    #expect(view.configured == ["1:", "10", "0", "0:", "20"])
    for _ in 0..<5 { await Task.yield() }
    #expect(view.configured.count == 5)
    // The view asks for everything again.
    view.reload()
    view.configured = []
    source.hidden = []
    for _ in 0..<5 { await Task.yield() }
    #expect(view.configured == ["2:", "11"])
  }
}
