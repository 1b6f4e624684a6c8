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

  /// The number of elements.
  @inlinable
  public var count: Int { elements.count }

  /// Whether there is no element.
  @inlinable
  public var isEmpty: Bool { elements.isEmpty }

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
