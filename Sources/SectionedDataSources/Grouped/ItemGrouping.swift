import Foundation

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
  /// Groups items by the first letter of a text, as a capital; `#` is the group of texts that begin with no letter.
  ///
  /// The letter is one of the locale's alphabet: İ and I are different in Turkish; Å is a letter of its own in Swedish,
  /// but under A in German. Letters of scripts without capitals are unchanged, as in Georgian. A syllable is grouped by
  /// the letter with which it begins.
  ///
  /// - Parameters:
  ///   - text: returns the text of an item; nil for none. An empty text is in the group `#`.
  ///   - locale: determines the capitals, and which letters are different; nil for the user's current one.
  @inlinable
  public static func firstLetter(of text: @escaping (Item) -> String?, locale: Locale? = nil) -> Self {
    Self(notifications: [NSLocale.currentLocaleDidChangeNotification]) { item in
      text(item).map { FirstLetter.of($0, locale ?? .current) }
    }
  }
}
