import Foundation

/// A function that groups items, with the notifications after which its answers may be others.
///
/// ```swift
/// let days = GroupedDataSource(messages, by: .day(of: { $0.date }), order: .descending)
/// let letters = GroupedDataSource(people, by: .firstLetter(of: { $0.name }), order: .letters)
/// ```
public struct ItemGrouping<Item, Group: Hashable & Sendable> {
  /// The group of an item; nil for that of the items without one.
  public var group: (Item) -> Group?
  /// After these, items are grouped again.
  public var notifications: [Notification.Name]

  /// Makes a grouping from a function.
  @inlinable
  public init(notifications: [Notification.Name] = [], _ group: @escaping (Item) -> Group?) {
    self.group = group
    self.notifications = notifications
  }
}

extension ItemGrouping where Group == Date {
  /// Groups items by the day of a date: by the moment at which the day begins.
  ///
  /// - Parameters:
  ///   - date: the date of an item; nil for none.
  ///   - calendar: the calendar, which has a time zone; nil for the user's, whatever it is by then.
  @inlinable
  public static func day(of date: @escaping (Item) -> Date?, calendar: Calendar? = nil) -> Self {
    let names: [Notification.Name] = [
      .NSCalendarDayChanged, .NSSystemTimeZoneDidChange, NSLocale.currentLocaleDidChangeNotification,
    ]
    return Self(notifications: names) { item in
      date(item).map { (calendar ?? .autoupdatingCurrent).startOfDay(for: $0) }
    }
  }
}

extension ItemGrouping where Group == String {
  /// Groups items by the first letter of a text, as a capital without accents; `#` stands for what is no letter.
  ///
  /// - Parameters:
  ///   - text: the text of an item; nil for none. An empty one is grouped under `#`.
  ///   - locale: decides about capitals; nil for the user's, whatever it is by then.
  @inlinable
  public static func firstLetter(of text: @escaping (Item) -> String?, locale: Locale? = nil) -> Self {
    Self(notifications: [NSLocale.currentLocaleDidChangeNotification]) { item in
      text(item).map { letter(of: $0, locale ?? .current) }
    }
  }

  @inlinable
  static func letter(of text: String, _ locale: Locale) -> String {
    guard let first = text.first(where: { !$0.isWhitespace }) else { return "#" }
    let folded = String(first).folding(options: [.diacriticInsensitive, .widthInsensitive], locale: locale)
    guard let letter = folded.uppercased(with: locale).first, letter.isLetter else { return "#" }
    return String(letter)
  }
}
