import SectionedChanges

/// A list with additional rows: a placeholder in place of missing content, placeholders of empty sections, and a last
/// row for further content. They are ordinary rows, which any view shows.
///
/// ```swift
/// let rows = PlaceholderDataSource(books)                       // over a source that loads
/// let found = PlaceholderDataSource(filtered, loading: books)   // over a source that is built on one
/// let mail = PlaceholderDataSource(folders, emptySection: { _ in Placeholder(.empty, title: "No mail") })
/// ```
///
/// The placeholder is shown if the closure returns one; by default that is so if there is no content. The placeholder
/// is then the only row, in a section of its own. All rows of the base are hidden, including placeholders and last rows
/// of the sources of which the base is composed. The last row represents further content, and is in a section of its
/// own after all sections of the content.
///
/// A standard placeholder has a phase and no title, and the last row has no title either, because these texts belong to
/// the program. Set them in the closure, or where a cell is configured, by the placeholder's ``Placeholder/phase``.
///
/// - Complexity: a step costs O(changes · log rows), or O(rows) when the placeholder appears or disappears.
public final class PlaceholderDataSource<Base: SectionedDataSource>: SectionedDataSource {
  public typealias Section = LoadingSection<Base.Section>
  public typealias Item = LoadingRow<Base.Item>
  public typealias SectionID = LoadingSectionID<Base.SectionID>
  public typealias ItemID = LoadingRowID<Base.SectionID, Base.ItemID>

  /// The shown list, its observers, and the sources built on this one.
  public let core = SourceCore<SectionID, ItemID>()

  /// The content.
  public let base: Base

  /// The loading state of the content; nil if it is unknown. There is then no last row, and a failure has no text.
  public let loading: (any LoadingState)?

  /// The handler to which the source reports anomalies.
  public var anomalies: AnomalyHandler { base.anomalies }

  let makePlaceholder: (Placeholder.Context) -> Placeholder?
  let makeEmptySection: ((Base.Section) -> Placeholder?)?
  let showsAppendRow: Bool
  let isContent: ((Base.ItemID) -> Bool)?

  var pending = PendingUpdates<Base.SectionID, Base.ItemID>()
  /// The base's list as of the current or last step. It is a copy, because a closure may edit the base during a step.
  var content: Base.Snapshot
  var shown = PlaceholderRows<Base.SectionID>()
  /// The number of items of the base that are content.
  var count: Int
  /// Whether the next step asks for the placeholders of all empty sections.
  var asksEmptySections = false
  private var token: ObservationToken?

  /// Makes a source over another one.
  ///
  /// - Parameters:
  ///   - base: the content.
  ///   - loading: the loading state of the content; nil if it is unknown. There is then no last row, and a failure has
  ///     no text.
  ///   - showsAppendRow: whether a last row represents further content.
  ///   - placeholder: returns the placeholder in place of all content; nil to show the content. Called at every step.
  ///   - emptySection: returns the placeholder of a section without items; nil for none. Called when a section becomes
  ///     empty, when it changes while it is empty, and by ``settle()``.
  ///   - isContent: returns whether a row of the base is content. It returns false for rows that represent missing
  ///     content, such as a placeholder of a source of which the base is composed; nil if all rows are content. Called
  ///     for inserted and removed rows.
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
    findNames()
    if !pending.isEmpty { makeStepNext() }
    // The loading state can change without a step of the base.
    token = loading?.observeLoading { [weak self] in self?.makeStepNext() }
  }

  deinit { base.core.detach(core) }

  /// Whether the placeholder is shown in place of all content.
  public var showsPlaceholder: Bool { shown.placeholder != nil }

  /// The placeholder in place of all content; nil if the content is shown.
  public var placeholder: Placeholder? { shown.placeholder?.value }

  /// The last row, after the content; nil for none.
  public var appendRow: AppendRow? { shown.append?.value }

  /// Makes all placeholders again, also those of empty sections. Call it when the state that their closures read has
  /// changed.
  ///
  /// - Complexity: O(sections) if there is a closure for empty sections.
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
  ///   - isContent: returns whether a row of the base is content. It returns false for rows that represent missing
  ///     content, such as a placeholder of a source of which the base is composed; nil if all rows are content. Called
  ///     for inserted and removed rows.
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

  /// Returns the row for a value. This is the old row if its value is equal.
  mutating func row<Value: Equatable>(_ value: Value?, after old: Row<Value>?) -> Row<Value>? {
    guard let value else { return nil }
    if let old, old.value == value { return old }
    lastRevision += 1
    return Row(value: value, revision: lastRevision)
  }
}
