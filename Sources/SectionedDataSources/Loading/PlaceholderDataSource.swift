import SectionedChanges

/// A list with additional rows: a placeholder where there is no content, placeholders of empty sections, and a last
/// row. They are ordinary rows, which any view shows.
///
/// ```swift
/// let rows = PlaceholderDataSource(books)                       // over a source that loads
/// let found = PlaceholderDataSource(filtered, loading: books)   // over what is built on one
/// let mail = PlaceholderDataSource(folders, emptySection: { _ in Placeholder(.empty, title: "No mail") })
/// ```
///
/// The placeholder is shown where there is no content; the closure may also ask for it where there is some. It is the
/// only row, in a section of its own: nothing of the base is shown then, including placeholders and last rows of the
/// sources of which the base is composed. The last row represents further content; it is in a section of its own behind
/// all sections of the content.
///
/// A standard placeholder has a phase and no title, and the last row has no text: the words are the program's. Write
/// them in the closure, or where a cell shows the row, by its ``Placeholder/phase``.
///
/// - Complexity: a change costs O(changes · log rows); O(rows) when the placeholder appears or disappears.
public final class PlaceholderDataSource<Base: SectionedDataSource>: SectionedDataSource {
  public typealias Section = LoadingSection<Base.Section>
  public typealias Item = LoadingRow<Base.Item>
  public typealias SectionID = LoadingSectionID<Base.SectionID>
  public typealias ItemID = LoadingRowID<Base.SectionID, Base.ItemID>

  /// The shown list, its observers, and the sources built on this one.
  public let core = SourceCore<SectionID, ItemID>()

  /// The content.
  public let base: Base

  /// The loading state of the content; nil where it is unknown whether there is more, and why loading failed.
  public let loading: (any LoadingState)?

  /// The handler to which the source reports anomalies.
  public var anomalies: AnomalyHandler { base.anomalies }

  let makePlaceholder: (Placeholder.Context) -> Placeholder?
  let makeEmptySection: ((Base.Section) -> Placeholder?)?
  let showsAppendRow: Bool
  let isContent: ((Base.ItemID) -> Bool)?

  var pending = PendingUpdates<Base.SectionID, Base.ItemID>()
  /// The base as of the step that is being made or was made last: a closure may edit the base meanwhile.
  var content: Base.Snapshot
  var shown = PlaceholderRows<Base.SectionID>()
  /// The number of items of the base that are content.
  var count: Int
  /// Whether the placeholders of all empty sections are asked for in the next step.
  var asksEmptySections = false
  private var token: ObservationToken?

  /// Makes a source over another one.
  ///
  /// - Parameters:
  ///   - base: the content.
  ///   - loading: the loading state of the content; nil where it is unknown whether there is more, and why loading
  ///     failed.
  ///   - showsAppendRow: whether a last row represents further content.
  ///   - placeholder: returns the placeholder in place of all content; nil to show the content. Called at every step.
  ///   - emptySection: returns the placeholder of a section without items; nil for none. Called when a section becomes
  ///     empty, when it changes while it is empty, and by ``settle()``.
  ///   - isContent: whether a row of the base is content; false for a row that represents the lack of it, such as the
  ///     placeholder of a source of which the base is composed; nil where all are content. Called for inserted and
  ///     removed rows.
  public init(
    _ base: Base, loading: (any LoadingState)?, showsAppendRow: Bool = true,
    placeholder: @escaping (Placeholder.Context) -> Placeholder? = Placeholder.standard,
    emptySection: ((Base.Section) -> Placeholder?)? = nil, isContent: ((Base.ItemID) -> Bool)? = nil
  ) {
    self.base = base
    self.loading = loading
    self.showsAppendRow = showsAppendRow
    makePlaceholder = placeholder
    makeEmptySection = emptySection
    self.isContent = isContent
    content = base.snapshot
    count = 0
    base.core.attach(core) { [weak self] in self?.pending.append($0) }
    for section in content.sections {
      count +=
        isContent.map { isContent in section.items.lazy.filter { isContent($0.id.id) }.count } ?? section.items.count
    }
    begin()
    core.step = { [weak self] in self?.makeStep() }
    if !pending.isEmpty { makeStepNext() }
    // The loading state can change without a step of the base.
    token = loading?.observeLoading { [weak self] in self?.makeStepNext() }
  }

  deinit { base.core.detach(core) }

  /// Whether the placeholder is shown in the place of all content.
  public var showsPlaceholder: Bool { shown.placeholder != nil }

  /// The placeholder in place of all content; nil where the content is shown.
  public var placeholder: Placeholder? { shown.placeholder?.value }

  /// The row behind the content; nil for none.
  public var appendRow: AppendRow? { shown.append?.value }

  /// Makes the placeholders again, that of all content and those of empty sections, after the state that their closures
  /// read has changed.
  ///
  /// - Complexity: O(sections) where there is a closure for empty ones.
  public func settle() {
    asksEmptySections = true
    makeStepNext()
  }

  private func makeStepNext() { core.perform { core.setNeedsSettling() } }
}

extension PlaceholderDataSource where Base: LoadingState {
  /// Makes a source over one that loads its content itself.
  ///
  /// - Parameters:
  ///   - base: the content.
  ///   - showsAppendRow: whether a last row represents further content.
  ///   - placeholder: returns the placeholder in place of all content; nil to show the content. Called at every step.
  ///   - emptySection: returns the placeholder of a section without items; nil for none. Called when a section becomes
  ///     empty, when it changes while it is empty, and by ``settle()``.
  ///   - isContent: whether a row of the base is content; false for a row that represents the lack of it, such as the
  ///     placeholder of a source of which the base is composed; nil where all are content. Called for inserted and
  ///     removed rows.
  public convenience init(
    _ base: Base, showsAppendRow: Bool = true,
    placeholder: @escaping (Placeholder.Context) -> Placeholder? = Placeholder.standard,
    emptySection: ((Base.Section) -> Placeholder?)? = nil, isContent: ((Base.ItemID) -> Bool)? = nil
  ) {
    self.init(
      base, loading: base, showsAppendRow: showsAppendRow, placeholder: placeholder, emptySection: emptySection,
      isContent: isContent)
  }
}

/// The rows that are not items.
struct PlaceholderRows<SectionID: Hashable & Sendable> {
  /// A row with its revision.
  struct Row<Value: Equatable> {
    var value: Value
    var revision: Int
  }

  var placeholder: Row<Placeholder>?
  var append: Row<AppendRow>?
  /// The placeholders of empty sections.
  var emptySections: [ListedID<SectionID>: Row<Placeholder>] = [:]
  private var lastRevision = 0

  /// Returns the row for a value: the present one, if it has an equal value.
  mutating func row<Value: Equatable>(_ value: Value?, after old: Row<Value>?) -> Row<Value>? {
    guard let value else { return nil }
    if let old, old.value == value { return old }
    lastRevision += 1
    return Row(value: value, revision: lastRevision)
  }
}
