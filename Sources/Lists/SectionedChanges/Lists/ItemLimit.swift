/// The greatest number of items that a section shows.
///
/// A section with the limit ``none`` shows no items, like a folded section, but its number of items is still known.
public struct ItemLimit: Hashable, Sendable {
  /// The greatest number of items; `Int.max` for no limit.
  @usableFromInline package let most: Int

  @inlinable
  init(most: Int) { self.most = most }

  /// No limit.
  @inlinable public static var all: ItemLimit { ItemLimit(most: .max) }

  /// No items.
  @inlinable public static var none: ItemLimit { ItemLimit(most: 0) }

  /// A limit to the first items, in the order of the section.
  ///
  /// - Parameter count: the number of items. Zero or less means ``none``, and `Int.max` means ``all``.
  public static func first(_ count: Int) -> ItemLimit { ItemLimit(most: max(0, count)) }

  /// The greatest number of items; nil for ``all``, 0 for ``none``.
  public var count: Int? { self == .all ? nil : most }
}

extension ItemLimit: CustomStringConvertible {
  /// The limit as text: `all`, `none` or, for example, `first(3)`.
  public var description: String {
    switch most {
    case .max: "all"
    case 0: "none"
    default: "first(\(most))"
    }
  }
}

/// The representation of a limit as an integer, in which zero or less means no limit. Requests and deprecated
/// declarations use it.
extension ItemLimit {
  /// Creates a limit from its representation as an integer.
  package init(integer: Int) { self.init(most: integer > 0 ? integer : .max) }

  /// The representation as an integer: 0 for ``all``, and -1 for ``none``, which it cannot express.
  package var integer: Int {
    switch most {
    case .max: 0
    case 0: -1
    default: most
    }
  }
}
