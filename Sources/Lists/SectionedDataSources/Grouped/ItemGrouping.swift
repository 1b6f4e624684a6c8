import Foundation
import SectionedFetchedResults

/// A closure that returns the group of an item, with the events that may change its result: notifications, and a new
/// day.
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
  /// The clock on which groups depend; nil for none. When its day or time zone changes, items are grouped again.
  public var clock: DayClock?

  /// Makes a grouping from a closure.
  ///
  /// - Parameters:
  ///   - notifications: the notifications after which items are grouped again.
  ///   - clock: the clock on which groups depend; nil for none. When its day or time zone changes, items are grouped
  ///     again.
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
  /// Groups items by the day of a date. A group is the moment at which the day begins.
  ///
  /// Items are grouped again when the day or the time zone changes. Only Apple platforms post notifications of these
  /// events, so the grouping also follows a clock.
  ///
  /// - Parameters:
  ///   - date: returns the date of an item; nil for an item without one.
  ///   - calendar: the calendar with its time zone; nil for the user's current calendar in the clock's time zone.
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
  /// Groups items by the letter under which the user's language lists a text in an index. ``GroupOrder/letters`` orders
  /// the groups.
  ///
  /// The letters are those of a `LetterIndex`. For example, Å is a letter of its own in Swedish and belongs to A in
  /// German, and a Korean syllable belongs to its first consonant. The group `#` has the texts that do not begin with a
  /// letter.
  ///
  /// - Parameters:
  ///   - text: returns the text of an item; nil for an item without one. An empty text belongs to `#`.
  ///   - locale: the locale whose language determines the letters; nil for the user's current one.
  @inlinable
  public static func firstLetter(of text: @escaping (Item) -> String?, locale: Locale? = nil) -> Self {
    if let locale, locale != .autoupdatingCurrent { return firstLetter(of: text, index: LetterIndex(locale)) }
    return Self(notifications: [NSLocale.currentLocaleDidChangeNotification]) { item in
      text(item).map { LetterIndex.current.letter(for: $0) }
    }
  }

  /// Groups items by the letter under which an index lists a text. ``GroupOrder/letters(of:)-(LetterIndex)`` orders the
  /// groups.
  ///
  /// - Parameters:
  ///   - text: returns the text of an item; nil for an item without one.
  ///   - index: the index that determines the letters.
  @inlinable
  public static func firstLetter(of text: @escaping (Item) -> String?, index: LetterIndex) -> Self {
    Self { item in text(item).map { index.letter(for: $0) } }
  }
}
