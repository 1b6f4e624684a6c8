import Foundation
import SectionedFetchedResults

/// A function that groups items, with the events that may change its results: notifications, and a new day.
///
/// ```swift
/// let days = GroupedDataSource(messages, by: .day(of: { $0.date }), order: .descending)
/// let letters = GroupedDataSource(people, by: .firstLetter(of: { $0.name }), order: .letters)
/// let ages = GroupedDataSource(messages, by: ItemGrouping(clock: .system) { age(of: $0, on: Date()) })
/// ```
public struct ItemGrouping<Item, Group: Hashable & Sendable> {
  /// Returns the group of an item; nil for an item without one.
  public var group: (Item) -> Group?
  /// The notifications after which items are grouped again.
  public var notifications: [Notification.Name]
  /// The clock: when its day or time zone changes, items are grouped again; nil where the groups do not depend on it.
  public var clock: DayClock?

  /// Makes a grouping from a function.
  ///
  /// - Parameters:
  ///   - notifications: the notifications after which items are grouped again.
  ///   - clock: when its day or time zone changes, items are grouped again; nil for never.
  ///   - group: returns the group of an item; nil for an item without one.
  @inlinable
  public init(
    notifications: [Notification.Name] = [], clock: DayClock? = nil, _ group: @escaping (Item) -> Group?
  ) {
    self.group = group
    self.notifications = notifications
    self.clock = clock
  }
}

extension ItemGrouping where Group == Date {
  /// Groups items by the day of a date: a group is the moment at which the day begins.
  ///
  /// Items are grouped again when the day or the time zone changes. No notification of that is posted on other than
  /// Apple platforms, so the grouping follows a clock by itself.
  ///
  /// - Parameters:
  ///   - date: returns the date of an item; nil for none.
  ///   - calendar: the calendar, which has a time zone; nil for the user's current one in the clock's time zone.
  ///   - clock: the clock whose day and time zone are followed.
  @inlinable
  public static func day(
    of date: @escaping (Item) -> Date?, calendar: Calendar? = nil, clock: DayClock = .system
  ) -> Self {
    let names: [Notification.Name] = [
      .NSCalendarDayChanged, .NSSystemTimeZoneDidChange, NSLocale.currentLocaleDidChangeNotification,
    ]
    return Self(notifications: names, clock: clock) { item in
      date(item).map { date in
        (calendar ?? clock.calendar).startOfDay(for: date)
      }
    }
  }
}

extension ItemGrouping where Group == String {
  /// Groups items by the letter under which an index of a language lists a text. ``GroupOrder/letters`` orders them.
  ///
  /// The letters are those of a `LetterIndex`: Å is a letter of its own in Swedish and under A in German, a Korean
  /// syllable is grouped by its first consonant, and `#` is the group of texts that begin with no letter.
  ///
  /// - Parameters:
  ///   - text: returns the text of an item; nil for none. An empty text is in the group `#`.
  ///   - locale: determines the letters; nil for the user's current one.
  @inlinable
  public static func firstLetter(of text: @escaping (Item) -> String?, locale: Locale? = nil) -> Self {
    if let locale, locale != .autoupdatingCurrent { return firstLetter(of: text, index: LetterIndex(locale)) }
    return Self(notifications: [NSLocale.currentLocaleDidChangeNotification]) { item in
      text(item).map { LetterIndex.current.letter(for: $0) }
    }
  }

  /// Groups items by the letter under which an index lists a text. ``GroupOrder/letters(of:)-(LetterIndex)`` orders them.
  ///
  /// - Parameters:
  ///   - text: returns the text of an item; nil for none.
  ///   - index: the letters.
  @inlinable
  public static func firstLetter(of text: @escaping (Item) -> String?, index: LetterIndex) -> Self {
    Self { item in text(item).map { index.letter(for: $0) } }
  }
}
