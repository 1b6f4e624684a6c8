/// In which order groups stand.
public struct GroupOrder<Group: Hashable & Sendable> {
  /// nil for the order of first appearance.
  @usableFromInline
  let precedes: ((Group, Group) -> Bool)?

  @usableFromInline
  init(precedes: ((Group, Group) -> Bool)?) { self.precedes = precedes }

  /// In the order in which their first items stand in the base. Given groups come first, in the order in which they are
  /// given.
  @inlinable
  public static var firstAppearance: Self { Self(precedes: nil) }

  /// In the order of a comparator. Groups that it does not order stand in the order of first appearance.
  ///
  /// - Parameter precedes: whether one group stands before another.
  @inlinable
  public static func by(_ precedes: @escaping (Group, Group) -> Bool) -> Self { Self(precedes: precedes) }
}

extension GroupOrder where Group: Comparable {
  /// The least first.
  @inlinable
  public static var ascending: Self { .by { $0 < $1 } }

  /// The greatest first.
  @inlinable
  public static var descending: Self { .by { $0 > $1 } }
}

extension GroupOrder where Group == String {
  /// Ascending, and `#` last: for ``ItemGrouping/firstLetter(of:locale:)``.
  @inlinable
  public static var letters: Self { .by { ($0 == "#") != ($1 == "#") ? $1 == "#" : $0 < $1 } }
}

/// Where the items without a group stand.
public enum NilGroup: Hashable, Sendable, CaseIterable {
  /// In a section before all others.
  case first
  /// In a section behind all others.
  case last
  /// In a section whose place its first item decides, or where nil is given. Where groups have a comparator, it is the
  /// first section.
  case inOrder
  /// Nowhere: they are not shown.
  case hidden
}
