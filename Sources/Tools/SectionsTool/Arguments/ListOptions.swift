import Foundation

/// The options of a list: the store, the items, their grouping, and how items and sections are chosen, ordered and
/// shown.
struct ListOptions: Sendable, Equatable {
  struct SortKey: Sendable, Equatable {
    let key: String
    let ascending: Bool
  }

  /// A value that is computed from the items of each section, and from all items.
  struct Aggregate: Sendable, Equatable {
    /// The functions. The options have their names.
    enum Function: String, Sendable, CaseIterable { case count, sum, min, max, average }

    let function: Function
    /// An attribute; for `count`, a predicate.
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
  /// The attribute of the items' positions, by which the browser moves them; nil if the option is not given.
  var position: String?
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
  /// The key paths whose values are printed for an item; nil if the option is not given.
  var show: [String]?
  /// The key paths whose values are printed for a section; nil if the option is not given.
  var sectionShow: [String]?
  var aggregates: [Aggregate] = []
  var json = false
  /// Whether the list is written as comma-separated values.
  var csv = false
  /// The time zone in which `KEY:day` finds days. No option sets it.
  var timeZone = TimeZone.current

  /// Whether a limit or an offset may leave out matching items.
  var hasWindow: Bool { limit > 0 || offset > 0 || sectionLimit > 0 }
}
