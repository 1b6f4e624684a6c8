/// The list of a view after a call of its presenter, with the changes that it was handed.
struct PageFrame: Sendable {
  enum Kind: String, Sendable {
    /// The first list.
    case first
    /// A stage of a plan.
    case stage
    /// The configuration at the end of a plan.
    case refresh
    /// The view asks for everything again.
    case reload
    /// The view was handed nothing in the whole batch.
    case nothing
  }

  /// The change of a row, as a character that is readable without colour.
  enum Mark: String, Sendable {
    case insert = "+"
    case delete = "−"
    case update = "~"
    case move = "→"
  }

  /// A section and its items, by the keys that the page has for them.
  struct Section: Sendable, Equatable {
    let key: String
    let items: [String]
  }

  let kind: Kind
  /// The batch that the frame belongs to; nil for the list before the first.
  let batch: Int?
  /// The changes that the view was handed, one per line.
  var calls: [String] = []
  var list: [Section] = []
  /// The titles that the view asked for in this frame, by key.
  var titles: [String: String] = [:]
  var marks: [String: Mark] = [:]
}

extension PageFrame {
  /// - Parameter before: the list of the frame before. A section that is the same there is written as its index.
  func json(after before: [Section]) -> JSON {
    let indices = Dictionary(before.enumerated().map { ($1.key, $0) }) { first, _ in first }
    let sections = list.map { section -> JSON in
      if let index = indices[section.key], before[index] == section { return .integer(index) }
      return .array(([section.key] + section.items).map(JSON.string))
    }
    return .object([
      ("batch", batch.map { .integer($0) } ?? .null), ("kind", .string(kind.rawValue)),
      ("calls", .array(calls.map(JSON.string))), ("list", .array(sections)),
      ("titles", .object(titles.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
      ("marks", .object(marks.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value.rawValue)) })),
    ])
  }
}

/// A batch as the page lists it.
struct PageBatch: Sendable {
  let title: String
  /// The calls of the delegate, one per line.
  var callbacks: [String] = []
  /// The change sets, one change per line.
  var changes: [String] = []

  var json: JSON {
    .object([
      ("title", .string(title)), ("callbacks", .array(callbacks.map(JSON.string))),
      ("changes", .array(changes.map(JSON.string))),
    ])
  }
}

/// The limit of a page, which has every row in every frame.
enum PageLimit {
  /// The largest number of sections and items together.
  static let rows = 5_000

  /// - Parameter hint: how to show less.
  /// - Throws: an error when a list has too many rows.
  static func check(sections: Int, items: Int, hint: String = "") throws {
    guard sections + items > rows else { return }
    throw ToolError.data(
      "The list has \(ListTotals.count(sections, "section")) and \(ListTotals.count(items, "item")); a page shows "
        + "\(rows) rows at most.\(hint)")
  }

  /// For a list of a store.
  static let hint = " --limit N shows fewer items, --sections-where and --empty hidden fewer sections."
}
