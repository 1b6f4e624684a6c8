import Foundation

/// A function that groups items, with what may change its answers: notifications, and the day.
///
/// ```swift
/// let days = GroupedDataSource(messages, by: .day(of: { $0.date }), order: .descending)
/// let letters = GroupedDataSource(people, by: .firstLetter(of: { $0.name }), order: .letters)
/// let ages = GroupedDataSource(messages, by: ItemGrouping(clock: .system) { age(of: $0, on: Date()) })
/// ```
public struct ItemGrouping<Item, Group: Hashable & Sendable> {
  /// The group of an item; nil for that of the items without one.
  public var group: (Item) -> Group?
  /// After these, items are grouped again.
  public var notifications: [Notification.Name]
  /// When the day or the time zone of this clock is another one, items are grouped again; nil where the groups do not depend
  /// on it.
  public var clock: DayClock?

  /// Makes a grouping from a function.
  ///
  /// - Parameters:
  ///   - notifications: after these, items are grouped again.
  ///   - clock: when its day or time zone is another one, items are grouped again; nil for never.
  ///   - group: the group of an item; nil for that of the items without one.
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
  /// Groups items by the day of a date: by the moment at which the day begins.
  ///
  /// Items are grouped again when the day or the time zone changes. Off Apple platforms nothing posts that, so the grouping
  /// follows a clock by itself.
  ///
  /// - Parameters:
  ///   - date: the date of an item; nil for none.
  ///   - calendar: the calendar, which has a time zone; nil for the user's, in the clock's time zone, whatever it is by
  ///     then.
  ///   - clock: says when the day or the time zone is another one.
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
  /// Groups items by the first letter of a text, as a capital; `#` stands for what is no letter.
  ///
  /// The letter is that of the locale's alphabet: İ and I are two in Turkish, Å stands by itself in Swedish and under A in
  /// German. What a script has no capitals for stays as it is, as in Georgian. Of a syllable it is the letter that it begins
  /// with.
  ///
  /// - Parameters:
  ///   - text: the text of an item; nil for none. An empty one is grouped under `#`.
  ///   - locale: decides about capitals, and which letters are different ones; nil for the user's, whatever it is by then.
  @inlinable
  public static func firstLetter(of text: @escaping (Item) -> String?, locale: Locale? = nil) -> Self {
    Self(notifications: [NSLocale.currentLocaleDidChangeNotification]) { item in
      text(item).map { FirstLetter.of($0, locale ?? .current) }
    }
  }
}
