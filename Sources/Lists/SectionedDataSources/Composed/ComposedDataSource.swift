import SectionedChanges

/// Several sources as one list, in order. Each of them contributes its sections, or forms one section.
///
/// ```swift
/// let mail = try ComposedDataSource(drafts, letters)
/// try mail.append(ChildSource(files, asSectionOf: Folder("Files")))
/// let token = mail.observe { print($0.changes) }
/// try mail.performTogether {         // one update, with one move
///   try drafts.remove(letter.id)
///   try letters.append(letter, toSection: 0)
/// }
/// ```
///
/// Children may be inserted, removed and moved while the list is shown, and may be composed sources themselves. All
/// changes of the children within one `performTogether` of the composed source are one step of it: an item that leaves
/// one child and enters another is one move. The same holds in a source above, if a child moves from one composed
/// source to another within its `performTogether`.
///
/// An element has the name that its child gives it. If several children have an element with the same identifier,
/// existing elements keep their numbers, and new ones get the lowest free numbers, in display order. An item that is in
/// several children is reported as an anomaly; sections of several children may have the same identifier.
///
/// An element that leaves one child and enters another is unchanged if it has the same revision in both. Two lists in
/// memory never have the same revision, and sources that are built on one list have its revisions. A custom source
/// should follow these rules, too.
///
/// **Cost.** A step costs O(changes · log rows + children). The list shares the children's trees of items, except in
/// sections with an item that has another occurrence number. With more than four children there is an index from
/// identifiers to children, with some 8 bytes an item. When the index is full, it is made again from all rows; this
/// happens after as many insertions as half of the rows. With four children or fewer, each child is asked in turn,
/// which needs no memory.
///
/// A composed source that is made while its children are being edited shows them from the end of that step on. Places
/// and indices refer to the last step. While a child is being edited, identifiers are looked up in its edited list.
public final class ComposedDataSource<
  Section, SectionID: Hashable & Sendable, Item, ItemID: Hashable & Sendable
>: SectionedDataSource {
  /// A source as a child.
  public typealias Child = ChildSource<Section, SectionID, Item, ItemID>
  @usableFromInline
  typealias Member = ComposedMember<Section, SectionID, Item, ItemID>

  /// The shown list, its observers, and the sources built on this one.
  public let core = SourceCore<SectionID, ItemID>()

  /// The handler to which the source reports anomalies.
  public let anomalies: AnomalyHandler

  /// The children as of the last step, in order.
  @usableFromInline
  var shown: [Member] = []
  /// The index of the first section of each child in `shown`, followed by the number of sections.
  @usableFromInline
  var starts: ContiguousArray<Int> = [0]
  /// The children in order, including edits since the last step.
  @usableFromInline
  var draft: [Member] = []
  /// The children in `shown` or `draft`, by the identities of their cores.
  @usableFromInline
  var known: [ObjectIdentifier: Member] = [:]
  /// The children by their slots.
  @usableFromInline
  var members: ContiguousArray<Member?> = []
  @usableFromInline
  var freeSlots: [Int32] = []

  @usableFromInline
  var sectionNames = ComposedNames<SectionID>()
  @usableFromInline
  var itemNames = ComposedNames<ItemID>()
  /// The number of items of a section whose occurrence number differs from that in their child. Sections without an
  /// entry share the child's tree of items.
  @usableFromInline
  var renumbered: [ChildSection<SectionID>: Int] = [:]

  /// The children in `shown` that have changed since the last step, each once.
  @usableFromInline
  var active: [Member] = []
  /// The number of children in each phase.
  @usableFromInline
  var phases: [LoadingPhase: Int] = [:]
  /// Whether children were inserted, removed or moved since the last step.
  @usableFromInline
  var isEdited = false
  /// The origin of the children's changes since the last step, and the source in which they began; nil if there were no
  /// changes.
  @usableFromInline
  var cause: (origin: UpdateOrigin, source: ObjectIdentifier?)?

  /// Makes a source from children.
  ///
  /// - Throws: `cycle`, if a source is given twice.
  /// - Complexity: O(rows).
  @inlinable
  public init(_ children: [Child], anomalies: AnomalyHandler = .standard) throws {
    self.anomalies = anomalies
    core.step = { [weak self] in self?.makeStep() }
    try setChildren(children)
  }

  /// Makes a source without children.
  @inlinable
  public init(anomalies: AnomalyHandler = .standard) {
    self.anomalies = anomalies
    core.step = { [weak self] in self?.makeStep() }
  }

  /// Makes a source from sources of one type, each of which contributes its sections.
  ///
  /// - Throws: `cycle`, if a source is given twice.
  /// - Complexity: O(rows).
  @inlinable
  public convenience init<Source: SectionedDataSource>(_ sources: Source...) throws
  where Source.Section == Section, Source.SectionID == SectionID, Source.Item == Item, Source.ItemID == ItemID {
    try self.init(sources.map { Child($0) })
  }

  /// Makes a source from two sources with the same models and identifiers, such as a list in memory and a fetched list.
  ///
  /// - Throws: `cycle`, if one source is given twice.
  /// - Complexity: O(rows).
  @_disfavoredOverload @inlinable
  public convenience init<First: SectionedDataSource, Second: SectionedDataSource>(
    _ first: First, _ second: Second
  ) throws
  where
    First.Section == Section, First.SectionID == SectionID, First.Item == Item, First.ItemID == ItemID,
    Second.Section == Section, Second.SectionID == SectionID, Second.Item == Item, Second.ItemID == ItemID
  {
    try self.init([Child(first), Child(second)])
  }

  deinit { for member in draft { member.child.core.detach(core) } }
}

/// A section of a child.
@usableFromInline
struct ChildSection<ID: Hashable & Sendable>: Hashable {
  /// The child's slot.
  @usableFromInline
  let slot: Int32
  /// The section's identifier in the child.
  @usableFromInline
  let key: ListedID<ID>

  @inlinable
  init(slot: Int32, key: ListedID<ID>) {
    self.slot = slot
    self.key = key
  }
}
