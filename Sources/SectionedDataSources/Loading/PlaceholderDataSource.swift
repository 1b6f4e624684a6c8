import SectionedChanges

/// Any list with what a reader sees while there is no content, where there is none, and behind its last row: ordinary
/// rows, which any view shows.
///
/// ```swift
/// let rows = PlaceholderDataSource(books)                       // over a source that loads
/// let found = PlaceholderDataSource(filtered, loading: books)   // over what is built on one
/// let mail = PlaceholderDataSource(folders, emptySection: { _ in Placeholder(.empty, title: "No mail") })
/// ```
///
/// A placeholder is shown where there is no content; the closure may ask for one where there is some. It is the only row, in a section of its own: what is beneath is not shown, also the
/// placeholders and last rows of the sources of which that is composed. The last row, which stands for more to come,
/// stands in a section of its own behind all others.
///
/// - Complexity: a change costs O(changes · log rows), where the placeholder comes or goes O(rows).
public final class PlaceholderDataSource<Base: SectionedDataSource>: SectionedDataSource {
  public typealias Section = LoadingSection<Base.Section>
  public typealias Item = LoadingRow<Base.Item>
  public typealias SectionID = LoadingSectionID<Base.SectionID>
  public typealias ItemID = LoadingRowID<Base.SectionID, Base.ItemID>

  /// What the source shows, who observes it, and what is built on it.
  public let core = SourceCore<SectionID, ItemID>()

  /// The content.
  public let base: Base

  /// What loads the content; nil where nothing says whether there is more, or why loading failed.
  public let loading: (any LoadingState)?

  /// Where the source reports what makes no sense.
  public var anomalies: AnomalyHandler { base.anomalies }

  let makePlaceholder: (Placeholder.Context) -> Placeholder?
  let makeEmptySection: ((Base.Section) -> Placeholder?)?
  let showsAppendRow: Bool
  let isContent: ((Base.ItemID) -> Bool)?

  var pending = PendingUpdates<Base.SectionID, Base.ItemID>()
  /// The base as of the step that is made or was made last: a closure may edit the base meanwhile.
  var content: Base.Snapshot
  var shown = PlaceholderRows<Base.SectionID>()
  /// How many items of the base are content.
  var count: Int
  private var token: ObservationToken?

  /// Makes a source over another one.
  ///
  /// - Parameters:
  ///   - base: the content.
  ///   - loading: what loads it; nil where nothing says whether there is more, or why loading failed.
  ///   - showsAppendRow: whether a last row stands for more to come.
  ///   - placeholder: what is shown in the place of all content; nil for the content. Asked at every step.
  ///   - emptySection: what is shown in a section without items; nil for nothing. Asked when a section becomes empty
  ///     or, being empty, changes.
  ///   - isContent: whether a row of the base is content, or stands for the lack of it, as the placeholder of one of the
  ///     sources of which the base is composed does; nil where all are content. Asked of what comes and goes.
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
    if !pending.isEmpty { settle() }
    // What is said beside the phase can change where the base takes no step.
    token = loading?.observeLoading { [weak self] in self?.settle() }
  }

  deinit { base.core.detach(core) }

  /// Whether the placeholder is shown in the place of all content.
  public var showsPlaceholder: Bool { shown.placeholder != nil }

  /// What is shown in the place of all content; nil where the content is shown.
  public var placeholder: Placeholder? { shown.placeholder?.value }

  /// What is shown behind the content; nil for nothing.
  public var appendRow: AppendRow? { shown.append?.value }

  /// Asks for the placeholder anew, where what it is made of has changed.
  public func settle() { core.perform { core.setNeedsSettling() } }
}

extension PlaceholderDataSource where Base: LoadingState {
  /// Makes a source over one that loads.
  ///
  /// - Parameters:
  ///   - base: the content.
  ///   - showsAppendRow: whether a last row stands for more to come.
  ///   - placeholder: what is shown in the place of all content; nil for the content. Asked at every step.
  ///   - emptySection: what is shown in a section without items; nil for nothing. Asked when a section becomes empty
  ///     or, being empty, changes.
  ///   - isContent: whether a row of the base is content, or stands for the lack of it, as the placeholder of one of the
  ///     sources of which the base is composed does; nil where all are content. Asked of what comes and goes.
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
  /// By section; of those that are empty.
  var emptySections: [ListedID<SectionID>: Row<Placeholder>] = [:]
  private var lastRevision = 0

  /// The row for a value: the one that is there, if it says the same.
  mutating func row<Value: Equatable>(_ value: Value?, after old: Row<Value>?) -> Row<Value>? {
    guard let value else { return nil }
    if let old, old.value == value { return old }
    lastRevision += 1
    return Row(value: value, revision: lastRevision)
  }
}
