import SectionedChanges

/// Several sources as one list, in order. Each contributes its sections, or is itself one section.
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
/// Children come, leave and move while the list is shown, and may be composed themselves. What they do while the
/// composed source is held is one step of it: an item that leaves one child and enters another is one move, also where
/// the child itself goes to another parent within `performTogether` of an ancestor of both.
///
/// An element has the name that its child gives it. Where several children have an element with one identifier, what
/// stays keeps its number, and what comes gets the lowest free one, in display order. An item that is there twice is
/// reported; sections of several children may well have one identifier.
///
/// What leaves one child and enters another is unchanged where it has one revision in both. Lists in memory never share
/// a revision, and sources that are built on one list have its revisions; a source of your own does the same.
///
/// **Cost.** A step costs O(changes · log rows + children), whatever the number of rows. The items' trees are those of
/// the children, but for sections in which an item has another number. With more than four children there is an index
/// of which child has an identifier, of some 8 bytes an item; it is made anew from all rows when it is full, which
/// takes as many insertions as half of them. Four children and fewer are asked in turn, which needs no memory.
///
/// One that is made of children while they are being edited shows them from the end of that step on. Places and indices
/// are of the list as of the last step. While a child is being edited, identifiers are looked up in
/// what it has by then.
public final class ComposedDataSource<
  Section, SectionID: Hashable & Sendable, Item, ItemID: Hashable & Sendable
>: SectionedDataSource {
  /// A source as a child.
  public typealias Child = ChildSource<Section, SectionID, Item, ItemID>
  @usableFromInline
  typealias Member = ComposedMember<Section, SectionID, Item, ItemID>

  /// What the source shows, who observes it, and what is built on it.
  public let core = SourceCore<SectionID, ItemID>()

  /// Where the source reports what was asked of it and makes no sense.
  public let anomalies: AnomalyHandler

  /// The children as of the last step, in order.
  @usableFromInline
  var shown: [Member] = []
  /// The first section of each of them, and behind the last one the number of sections.
  @usableFromInline
  var starts: ContiguousArray<Int> = [0]
  /// As the verbs have left them.
  @usableFromInline
  var draft: [Member] = []
  /// Those of both, by what they show.
  @usableFromInline
  var known: [ObjectIdentifier: Member] = [:]
  /// By number.
  @usableFromInline
  var members: ContiguousArray<Member?> = []
  @usableFromInline
  var freeSlots: [Int32] = []

  @usableFromInline
  var sectionNames = NameBook<SectionID>()
  @usableFromInline
  var itemNames = NameBook<ItemID>()
  /// How many items of a section have another number than in their child. A section that is not here has the child's
  /// tree of items.
  @usableFromInline
  var renumbered: [SectionRef<SectionID>: Int] = [:]

  /// The children as of the last step that have done something since, each once.
  @usableFromInline
  var active: [Member] = []
  /// How many children are in a phase.
  @usableFromInline
  var phases: [LoadingPhase: Int] = [:]
  /// Whether children came, left or moved since the last step.
  @usableFromInline
  var isEdited = false
  /// Why the children changed since the last step, and where that began; nil when they did not.
  @usableFromInline
  var cause: (origin: UpdateOrigin, source: ObjectIdentifier?)?

  /// Makes a source of children.
  ///
  /// - Throws: `cycle`, when one of them is given twice.
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

  /// Makes a source of sources of one kind, each of which contributes its sections.
  ///
  /// - Throws: `cycle`, when one of them is given twice.
  /// - Complexity: O(rows).
  @inlinable
  public convenience init<Source: SectionedDataSource>(_ sources: Source...) throws
  where Source.Section == Section, Source.SectionID == SectionID, Source.Item == Item, Source.ItemID == ItemID {
    try self.init(sources.map { Child($0) })
  }

  deinit { for member in draft { member.child.core.detach(core) } }
}

/// A section of a child.
@usableFromInline
struct SectionRef<ID: Hashable & Sendable>: Hashable {
  /// The child's number.
  @usableFromInline
  let slot: Int32
  /// What the child calls the section.
  @usableFromInline
  let key: ListedID<ID>

  @inlinable
  init(slot: Int32, key: ListedID<ID>) {
    self.slot = slot
    self.key = key
  }
}
