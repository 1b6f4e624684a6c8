import Foundation
import SectionedFetchedResults

/// The order of groups.
public struct GroupOrder<Group: Hashable & Sendable> {
  /// The comparator; nil for the order of first appearance.
  @usableFromInline
  let precedes: ((Group, Group) -> Bool)?

  @usableFromInline
  init(precedes: ((Group, Group) -> Bool)?) { self.precedes = precedes }

  /// The order of the groups' first items in the base. Given groups come first, in their own order.
  @inlinable
  public static var firstAppearance: Self { Self(precedes: nil) }

  /// The order of a comparator. Groups that compare as equal are in the order of first appearance.
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
  /// The alphabetical order of the user's current language, with `#` last: for
  /// ``ItemGrouping/firstLetter(of:locale:)``.
  @inlinable
  public static var letters: Self { .by { LetterIndex.current.precedes($0, $1) } }

  /// The alphabetical order of a locale's language.
  ///
  /// - Parameter locale: the locale by which items are grouped.
  @inlinable
  public static func letters(of locale: Locale) -> Self { letters(of: LetterIndex(locale)) }

  /// The order of the letters of an index: for ``ItemGrouping/firstLetter(of:index:)``.
  ///
  /// - Parameter index: the index by which items are grouped.
  @inlinable
  public static func letters(of index: LetterIndex) -> Self { .by { index.precedes($0, $1) } }
}

/// The position of the section of items without a group. If groups have no comparator and nil is a given group, nil
/// keeps its position among the given groups, unless it is hidden.
public enum NilGroup: Hashable, Sendable, CaseIterable {
  /// The section is the first one.
  case first
  /// The section is the last one.
  case last
  /// The section is ordered by its first item. If groups have a comparator, it is the first section.
  case inOrder
  /// The section is not shown, nor are its items.
  case hidden
}
