/// A version of a sectioned list: identifiers and revisions in display order.
///
/// ```swift
/// let old = SectionedSnapshot<String, String>(
///   sections: [.init("A", items: [.init("a1"), .init("a2")]), .init("B", items: [])])
/// let counts = old.sections.map(\.items.count)
/// ```
///
/// It is a value that can be stored and sent to other threads. Versions share storage: the next version, which
/// ``SectionedChangeSet/apply(to:sectionAt:itemAt:)`` creates, copies only the parts that changed, in O(log rows) for
/// each change.
///
/// Section identifiers must be unique in a snapshot, and so must item identifiers over all sections. Otherwise,
/// operations that compare snapshots throw a ``SectionedChangeError`` that names the identifiers.
public struct SectionedSnapshot<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable, Equatable {
  /// A section with its items.
  public struct Section: Sendable, Equatable {
    /// The section's identifier and revision. The revision does not depend on the items.
    public var element: ListElement<SectionID>
    /// The items in display order.
    public var items: ChunkedArray<ListElement<ItemID>>

    /// The section's identifier.
    @inlinable public var id: SectionID { element.id }

    /// Creates a section from its element and its items, whose storage it shares.
    @inlinable
    public init(_ element: ListElement<SectionID>, items: ChunkedArray<ListElement<ItemID>>) {
      self.element = element
      self.items = items
    }

    /// Creates a section from its identifier, its revision and its items in order.
    ///
    /// - Complexity: O(items).
    @inlinable
    public init(_ id: SectionID, revision: Int = 0, items: some Sequence<ListElement<ItemID>>) {
      self.init(ListElement(id, revision: revision), items: ChunkedArray(items))
    }
  }

  /// The sections in display order, including empty ones.
  public var sections: ChunkedArray<Section>

  /// Creates an empty list.
  @inlinable
  public init() { sections = [] }

  /// Creates a list from sections, whose storage it shares.
  @inlinable
  public init(sections: ChunkedArray<Section>) { self.sections = sections }

  /// Creates a list from sections in order.
  ///
  /// - Complexity: O(sections).
  @inlinable
  public init(sections: some Sequence<Section>) { self.sections = ChunkedArray(sections) }
}

extension SectionedSnapshot {
  /// The number of sections, including empty ones.
  @inlinable public var numberOfSections: Int { sections.count }

  /// The number of items in all sections.
  ///
  /// - Complexity: O(sections).
  @inlinable public var numberOfItems: Int {
    var sum = 0
    sections.measure(0..<sections.count, by: { $0.items.count }) { sum += $0 }
    return sum
  }

  /// The number of items in a section. Traps if the section does not exist.
  ///
  /// - Complexity: O(log sections).
  @inlinable
  public func numberOfItems(inSection section: Int) -> Int { sections.withElement(at: section) { $0.items.count } }

  /// The numbers of items in consecutive sections. Traps if the range is out of bounds.
  ///
  /// - Complexity: O(log sections) for each chunk of sections.
  package func numbersOfItems(inSections range: Range<Int>) -> ContiguousArray<Int32> {
    var counts: ContiguousArray<Int32> = []
    counts.reserveCapacity(range.count)
    sections.measure(range, by: { $0.items.count }) { counts.append(Int32($0)) }
    return counts
  }

  /// Whether one list is an unchanged copy of the other. If it is not, the lists may still be equal.
  package func isSame(as other: Self) -> Bool { sections.isSame(as: other.sections) }

  /// The item at `place`. Traps if the place does not exist.
  ///
  /// - Complexity: O(log sections + log items of the section).
  @inlinable
  public subscript(place: ItemPlace) -> ListElement<ItemID> { sections[place.section].items[place.item] }

  /// The identifiers of all sections, in order.
  ///
  /// - Complexity: O(sections).
  @inlinable public var sectionIDs: [SectionID] { sections.map { $0.element.id } }

  /// The identifiers of a section's items, in order. Traps if the section does not exist.
  ///
  /// - Complexity: O(log sections + items of the section).
  @inlinable
  public func itemIDs(inSection section: Int) -> [ItemID] { sections[section].items.map { $0.id } }
}

extension SectionedSnapshot: CustomStringConvertible {
  /// The sections with their items as text, such as `[a: [1, 2], b: []]`. Revisions other than 0 follow a `·`.
  ///
  /// - Complexity: O(rows).
  public var description: String {
    "[" + sections.map { "\($0)" }.joined(separator: ", ") + "]"
  }
}

extension SectionedSnapshot.Section: CustomStringConvertible {
  /// The section with its items as text, such as `a: [1, 2]`.
  ///
  /// - Complexity: O(items).
  public var description: String { "\(element): \(items)" }
}
