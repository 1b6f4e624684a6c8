/// A version of a list made of sections: identifiers and revisions, in display order.
///
/// ```swift
/// let old = SectionedSnapshot<String, String>(
///   sections: [.init("A", items: [.init("a1"), .init("a2")]), .init("B", items: [])])
/// let counts = old.sections.map(\.items.count)
/// ```
///
/// A value that can be kept and sent anywhere. Versions share structure: the next one, made by
/// ``SectionedChangeSet/apply(to:sectionAt:itemAt:)``, makes anew only what its changes touch, in O(log rows) each.
///
/// Within one snapshot a section identifier may occur once only, and so may an item identifier over all sections.
/// Operations that compare snapshots throw ``SectionedChangeError`` otherwise, naming the identifiers.
public struct SectionedSnapshot<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable, Equatable {
  /// A section with its items.
  public struct Section: Sendable, Equatable {
    /// The section's identifier and revision. A revision is not that of the items.
    public var element: ListElement<SectionID>
    /// The items in display order.
    public var items: ChunkedArray<ListElement<ItemID>>

    /// The section's identifier.
    @inlinable public var id: SectionID { element.id }

    /// Makes a section from its element and its items, which it shares.
    @inlinable
    public init(_ element: ListElement<SectionID>, items: ChunkedArray<ListElement<ItemID>>) {
      self.element = element
      self.items = items
    }

    /// Makes a section from its identifier, its revision and its items in order.
    ///
    /// - Complexity: O(items).
    @inlinable
    public init(_ id: SectionID, revision: Int = 0, items: some Sequence<ListElement<ItemID>>) {
      self.init(ListElement(id, revision: revision), items: ChunkedArray(items))
    }
  }

  /// The sections in display order, empty ones included.
  public var sections: ChunkedArray<Section>

  /// Makes an empty list.
  @inlinable
  public init() { sections = [] }

  /// Makes a list of sections, which it shares.
  @inlinable
  public init(sections: ChunkedArray<Section>) { self.sections = sections }

  /// Makes a list of sections in order.
  ///
  /// - Complexity: O(sections).
  @inlinable
  public init(sections: some Sequence<Section>) { self.sections = ChunkedArray(sections) }
}

extension SectionedSnapshot {
  /// The number of sections, empty ones included.
  @inlinable public var numberOfSections: Int { sections.count }

  /// The number of items in all sections.
  ///
  /// - Complexity: O(sections).
  @inlinable public var numberOfItems: Int {
    var sum = 0
    sections.measure(0..<sections.count, by: { $0.items.count }) { sum += $0 }
    return sum
  }

  /// The number of items in the section at `section`. Traps when there is no such section.
  ///
  /// - Complexity: O(log sections).
  @inlinable
  public func numberOfItems(inSection section: Int) -> Int { sections.withElement(at: section) { $0.items.count } }

  /// The numbers of items in consecutive sections. Traps when one of them does not exist.
  ///
  /// - Complexity: O(log sections) for each chunk of them.
  package func numbersOfItems(inSections range: Range<Int>) -> ContiguousArray<Int32> {
    var counts: ContiguousArray<Int32> = []
    counts.reserveCapacity(range.count)
    sections.measure(range, by: { $0.items.count }) { counts.append(Int32($0)) }
    return counts
  }

  /// Whether one is a copy of the other. Two that are not may be equal.
  package func isSame(as other: Self) -> Bool { sections.isSame(as: other.sections) }

  /// The item at `place`. Traps when there is none.
  ///
  /// - Complexity: O(log sections + log items of the section).
  @inlinable
  public subscript(place: ItemPlace) -> ListElement<ItemID> { sections[place.section].items[place.item] }

  /// The identifiers of all sections, in order.
  ///
  /// - Complexity: O(sections).
  @inlinable public var sectionIDs: [SectionID] { sections.map { $0.element.id } }

  /// The identifiers of the items of one section, in order. Traps when there is no such section.
  ///
  /// - Complexity: O(log sections + items of the section).
  @inlinable
  public func itemIDs(inSection section: Int) -> [ItemID] { sections[section].items.map { $0.id } }
}

extension SectionedSnapshot: CustomStringConvertible {
  /// `[a: [1, 2], b: []]`: sections with their items, revisions that are not zero behind a `·`.
  ///
  /// - Complexity: O(rows).
  public var description: String {
    "[" + sections.map { "\($0)" }.joined(separator: ", ") + "]"
  }
}

extension SectionedSnapshot.Section: CustomStringConvertible {
  /// `a: [1, 2]`: the section with its items.
  ///
  /// - Complexity: O(items).
  public var description: String { "\(element): \(items)" }
}
