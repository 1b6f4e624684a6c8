import Foundation
import SectionedFetchedResults

/// The order of groups.
public struct GroupOrder<Group: Hashable & Sendable> {
  /// The comparator; nil for the order of first appearance.
  @usableFromInline
  let precedes: ((Group, Group) -> Bool)?

  @usableFromInline
  init(precedes: ((Group, Group) -> Bool)?) { self.precedes = precedes }

  /// The order of the groups' first items in the base. Given groups come first, in the order in which they are given.
  @inlinable
  public static var firstAppearance: Self { Self(precedes: nil) }

  /// The order of a comparator. Groups between which it does not decide are in the order of first appearance.
  ///
  /// - Parameter precedes: whether one group precedes another.
  @inlinable
  public static func by(_ precedes: @escaping (Group, Group) -> Bool) -> Self { Self(precedes: precedes) }
}

extension GroupOrder where Group: Comparable {
  /// The ascending order.
  @inlinable
  public static var ascending: Self { .by { $0 < $1 } }

  /// The descending order.
  @inlinable
  public static var descending: Self { .by { $0 > $1 } }
}

extension GroupOrder where Group == String {
  /// The order of the letters of the user's current language, with `#` last: for
  /// ``ItemGrouping/firstLetter(of:locale:)``.
  @inlinable
  public static var letters: Self { .by { LetterIndex.current.precedes($0, $1) } }

  /// The order of the letters of a locale's language.
  ///
  /// - Parameter locale: the locale by which items are grouped.
  @inlinable
  public static func letters(of locale: Locale) -> Self { letters(of: LetterIndex(locale)) }

  /// The order of the letters of an index: for ``ItemGrouping/firstLetter(of:index:)``.
  ///
  /// - Parameter index: the letters by which items are grouped.
  @inlinable
  public static func letters(of index: LetterIndex) -> Self { .by { index.precedes($0, $1) } }
}

/// The place of the items without a group. If groups have no comparator and nil is a given group, its section has its
/// place among the given ones, unless it is hidden.
public enum NilGroup: Hashable, Sendable, CaseIterable {
  /// In the first section.
  case first
  /// In the last section.
  case last
  /// In a section placed by its first item. If groups have a comparator, it is the first section.
  case inOrder
  /// In no section: they are not shown.
  case hidden
}
