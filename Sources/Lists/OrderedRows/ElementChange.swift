/// A change of one element of a list: its places in the old and in the new list, and its changed properties.
///
/// The type of the places shows which list they belong to: `RowPlace` for an inner list, `ItemPlace` for the shown
/// list. So a change of one list cannot be used for the other. The element's name is kept separately in
/// `ElementChanges`, so that code that compares places need not be generic over names.
public struct ElementChange<Place: Comparable & Sendable>: Sendable {
  /// The place in the old list; nil if the old list does not contain the element.
  public var old: Place?
  /// The place in the new list; nil if the new list does not contain the element.
  public var new: Place?
  /// Whether the element itself changed, so that it is updated even if it does not move. Ignored if only one of the
  /// lists contains the element.
  public var isRevised: Bool
  /// The properties that changed; nil if they cannot be known.
  public var keys: Set<String>?

  /// Creates a change from two places.
  ///
  /// - Parameters:
  ///   - old: the place in the old list; nil if the old list does not contain the element.
  ///   - new: the place in the new list; nil if the new list does not contain the element.
  ///   - isRevised: whether the element itself changed.
  ///   - keys: the properties that changed; nil if they cannot be known.
  @inlinable
  public init(old: Place?, new: Place?, isRevised: Bool, keys: Set<String>?) {
    self.old = old
    self.new = new
    self.isRevised = isRevised
    self.keys = keys
  }

  /// Creates a change of an element. The element counts as changed, unless `keys` is empty.
  ///
  /// - Parameters:
  ///   - old: the place in the old list; nil if the old list does not contain the element.
  ///   - new: the place in the new list; nil if the new list does not contain the element.
  ///   - keys: the properties that changed; nil if they cannot be known.
  @inlinable
  public init(old: Place?, new: Place?, keys: Set<String>?) {
    self.init(old: old, new: new, isRevised: keys?.isEmpty != true, keys: keys)
  }

  /// Sets the changed properties. The element then counts as changed, unless `keys` is empty.
  @inlinable
  public mutating func setKeys(_ keys: Set<String>?) {
    self.keys = keys
    isRevised = keys?.isEmpty != true
  }

  /// Marks the element as unchanged.
  @inlinable
  public mutating func clearRevision() {
    isRevised = false
    keys = []
  }
}

/// The changes of several elements of a list, with the elements' names.
public struct ElementChanges<Name, Place: Comparable & Sendable> {
  /// The names of the elements, in the order of `elements`.
  public var names: [Name]
  /// The changes, in the order of `names`.
  public var elements: [ElementChange<Place>]

  /// Creates an empty list of changes.
  @inlinable
  public init() { (names, elements) = ([], []) }

  /// Creates a list of changes.
  ///
  /// - Parameters:
  ///   - names: the names of the elements.
  ///   - elements: the changes, as many as names and in the same order.
  @inlinable
  public init(names: [Name], elements: [ElementChange<Place>]) { (self.names, self.elements) = (names, elements) }

  /// Appends an element.
  @inlinable
  public mutating func append(_ name: Name, _ change: ElementChange<Place>) {
    names.append(name)
    elements.append(change)
  }

  /// Reserves space for a number of elements.
  @inlinable
  public mutating func reserveCapacity(_ capacity: Int) {
    names.reserveCapacity(capacity)
    elements.reserveCapacity(capacity)
  }
}

extension ElementChanges: Sendable where Name: Sendable {}

extension ElementChanges: RandomAccessCollection {
  /// The change of one element and the element's name.
  public struct Element {
    /// The name of the element.
    public let name: Name
    /// The change without the name.
    public let change: ElementChange<Place>

    /// Creates a change with a name.
    @inlinable
    public init(_ name: Name, _ change: ElementChange<Place>) { (self.name, self.change) = (name, change) }

    /// The place in the old list; nil if the old list does not contain the element.
    @inlinable
    public var old: Place? { change.old }

    /// The place in the new list; nil if the new list does not contain the element.
    @inlinable
    public var new: Place? { change.new }

    /// Whether the element itself changed.
    @inlinable
    public var isRevised: Bool { change.isRevised }

    /// The properties that changed; nil if they cannot be known.
    @inlinable
    public var keys: Set<String>? { change.keys }
  }

  /// The index of the first change, 0.
  @inlinable
  public var startIndex: Int { 0 }

  /// The index after the last change.
  @inlinable
  public var endIndex: Int { elements.count }

  /// The number of changes.
  @inlinable
  public var count: Int { elements.count }

  /// The change at an index, which must exist, and the name of its element.
  @inlinable
  public subscript(number: Int) -> Element { Element(names[number], elements[number]) }
}

extension ElementChanges: ExpressibleByArrayLiteral {
  /// Creates a list of changes from an array literal.
  @inlinable
  public init(arrayLiteral changes: Element...) {
    self.init(names: changes.map { $0.name }, elements: changes.map { $0.change })
  }
}
