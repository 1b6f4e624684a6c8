/// A change of one element of a list: its places in the old and the new list, and its changed properties.
///
/// The type of the places names the list that they index: `RowPlace` an inner list, `ItemPlace` the shown one. So a
/// change of one list cannot be used as one of another. The element's name is beside its change, in `ElementChanges`:
/// code that compares places is then not generic over names.
public struct ElementChange<Place: Comparable & Sendable>: Sendable {
  /// The place in the old list; nil if the element was not in it.
  public var old: Place?
  /// The place in the new list; nil if the element is not in it.
  public var new: Place?
  /// Whether the element itself changed, so that staying in place is an update. Ignored for an element that is in one
  /// list only.
  public var isRevised: Bool
  /// The properties that changed; nil if they cannot be known.
  public var keys: Set<String>?

  /// Makes a change from two places.
  ///
  /// - Parameters:
  ///   - old: the place in the old list; nil if the element was not in it.
  ///   - new: the place in the new list; nil if the element is not in it.
  ///   - isRevised: whether the element itself changed.
  ///   - keys: the properties that changed; nil if they cannot be known.
  @inlinable
  public init(old: Place?, new: Place?, isRevised: Bool, keys: Set<String>?) {
    self.old = old
    self.new = new
    self.isRevised = isRevised
    self.keys = keys
  }

  /// Makes a change of an element that changed itself unless it is known that no property did.
  ///
  /// - Parameters:
  ///   - old: the place in the old list; nil if the element was not in it.
  ///   - new: the place in the new list; nil if the element is not in it.
  ///   - keys: the properties that changed; nil if they cannot be known.
  @inlinable
  public init(old: Place?, new: Place?, keys: Set<String>?) {
    self.init(old: old, new: new, isRevised: keys?.isEmpty != true, keys: keys)
  }

  /// Changes the properties, and whether the element itself changed: unless it is known that no property did.
  @inlinable
  public mutating func setKeys(_ keys: Set<String>?) {
    self.keys = keys
    isRevised = keys?.isEmpty != true
  }

  /// Marks the element as one that did not change itself.
  @inlinable
  public mutating func clearRevision() {
    isRevised = false
    keys = []
  }
}

/// The changes of several elements of a list, with the elements' names beside them.
public struct ElementChanges<Name, Place: Comparable & Sendable> {
  /// The names of the elements, one for each change.
  public var names: [Name]
  /// The changes, in the order of the names.
  public var elements: [ElementChange<Place>]

  /// Makes an empty list of changes.
  @inlinable
  public init() { (names, elements) = ([], []) }

  /// Makes a list of changes from names and changes.
  ///
  /// - Parameters:
  ///   - names: the names of the elements.
  ///   - elements: as many changes, in the order of the names.
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
  /// The change of one element, with its name.
  public struct Element {
    /// The name of the element.
    public let name: Name
    /// The change without the name.
    public let change: ElementChange<Place>

    /// Makes a change with a name.
    @inlinable
    public init(_ name: Name, _ change: ElementChange<Place>) { (self.name, self.change) = (name, change) }

    /// The place in the old list; nil if the element was not in it.
    @inlinable
    public var old: Place? { change.old }

    /// The place in the new list; nil if the element is not in it.
    @inlinable
    public var new: Place? { change.new }

    /// Whether the element itself changed.
    @inlinable
    public var isRevised: Bool { change.isRevised }

    /// The properties that changed; nil if they cannot be known.
    @inlinable
    public var keys: Set<String>? { change.keys }
  }

  /// Zero.
  @inlinable
  public var startIndex: Int { 0 }

  /// The number of elements.
  @inlinable
  public var endIndex: Int { elements.count }

  /// The number of elements.
  @inlinable
  public var count: Int { elements.count }

  /// The change with a number, which must exist, with the name of its element.
  @inlinable
  public subscript(number: Int) -> Element { Element(names[number], elements[number]) }
}

extension ElementChanges: ExpressibleByArrayLiteral {
  /// Makes a list of changes from single ones.
  @inlinable
  public init(arrayLiteral changes: Element...) {
    self.init(names: changes.map { $0.name }, elements: changes.map { $0.change })
  }
}
