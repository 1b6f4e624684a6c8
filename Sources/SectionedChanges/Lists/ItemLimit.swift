/// The number of items that a section shows at most.
///
/// A section with the limit ``none`` is in the list without items, as a folded one, and still knows how many it has.
public struct ItemLimit: Hashable, Sendable {
  /// The greatest number of items; `Int.max` for all.
  @usableFromInline package let most: Int

  @inlinable
  init(most: Int) { self.most = most }

  /// All items.
  @inlinable public static var all: ItemLimit { ItemLimit(most: .max) }

  /// No items.
  @inlinable public static var none: ItemLimit { ItemLimit(most: 0) }

  /// The first items, in the order of the section.
  ///
  /// - Parameter count: how many. With zero or less this is ``none``, and with `Int.max` it is ``all``.
  public static func first(_ count: Int) -> ItemLimit { ItemLimit(most: max(0, count)) }

  /// The greatest number of items; nil for ``all``, 0 for ``none``.
  public var count: Int? { self == .all ? nil : most }
}

extension ItemLimit: CustomStringConvertible {
  /// `all`, `none` or `first(3)`.
  public var description: String {
    switch most {
    case .max: "all"
    case 0: "none"
    default: "first(\(most))"
    }
  }
}

/// The form of a limit as an integer, in which zero or less is no limit. Requests and deprecated declarations have it.
extension ItemLimit {
  /// Makes a limit from its form as an integer.
  package init(integer: Int) { self.init(most: integer > 0 ? integer : .max) }

  /// The form as an integer: 0 for ``all``, and -1 for ``none``, which integers cannot express.
  package var integer: Int {
    switch most {
    case .max: 0
    case 0: -1
    default: most
    }
  }
}
