import Foundation

/// The options of a list: the store, the items, their grouping, and how items and sections are chosen, ordered and
/// shown.
struct ListOptions: Sendable, Equatable {
  struct SortKey: Sendable, Equatable {
    let key: String
    let ascending: Bool
  }

  /// A value that is computed of the items of each section and of all items.
  struct Aggregate: Sendable, Equatable {
    /// The functions, which the options are named after.
    enum Function: String, Sendable, CaseIterable { case count, sum, min, max, average }

    let function: Function
    /// An attribute; of a count, a predicate.
    let subject: String
  }

  enum Unmatched: String, Sendable, CaseIterable { case hidden, last }
  enum EmptySections: String, Sendable, CaseIterable { case shown, hidden }
  enum Classic: String, Sendable, CaseIterable { case legal, faithful }

  var store = ""
  var model: String?
  var items = ""
  var by = ""
  /// The relationship to the parent, for a tree; nil for a list.
  var parent: String?
  var sort: [SortKey] = []
  var sectionSort: [SortKey] = []
  var itemPredicate: String?
  var sectionPredicate: String?
  var limit = 0
  var offset = 0
  var sectionLimit = 0
  var unmatched = Unmatched.hidden
  var empty = EmptySections.shown
  var classic = Classic.legal
  var depends: [String] = []
  var sectionDepends: [String] = []
  /// The key paths whose values are shown of an item; nil where the option is not given.
  var show: [String]?
  /// The same of a section.
  var sectionShow: [String]?
  var aggregates: [Aggregate] = []
  var json = false
  /// Whether it is written as a table of comma-separated values.
  var csv = false
  /// The time zone whose days are sections. No option sets it.
  var timeZone = TimeZone.current

  /// Whether items that match may be left out because there are too many.
  var hasWindow: Bool { limit > 0 || offset > 0 || sectionLimit > 0 }
}
