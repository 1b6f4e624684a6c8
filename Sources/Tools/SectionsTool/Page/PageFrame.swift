/// The list that a view shows after a call from its presenter, with the changes that the view received in it.
struct PageFrame: Sendable {
  enum Kind: String, Sendable {
    /// The list before the first batch.
    case first
    /// A stage of an update plan.
    case stage
    /// The configuration of cells and headers at the end of an update plan.
    case refresh
    /// A reload of the view.
    case reload
    /// A batch in which the view received no call.
    case nothing
  }

  /// The change of a row as a character, which is readable without colors.
  enum Mark: String, Sendable {
    case insert = "+"
    case delete = "−"
    case update = "~"
    case move = "→"
  }

  /// A section and its items, by their keys in the page.
  struct Section: Sendable, Equatable {
    let key: String
    let items: [String]
  }

  let kind: Kind
  /// The index of the batch; nil for the list before the first batch.
  let batch: Int?
  /// The calls that the view received, one a line.
  var calls: [String] = []
  var list: [Section] = []
  /// The titles that the view displayed for the first time in this frame, by key.
  var titles: [String: String] = [:]
  var marks: [String: Mark] = [:]
}

extension PageFrame {
  /// - Parameter before: the list of the previous frame. A section that is unchanged since then is written as its index
  ///   there.
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

/// A batch in the page's list of batches.
struct PageBatch: Sendable {
  let title: String
  /// The calls of the delegate, one a line.
  var callbacks: [String] = []
  /// The changes of the change sets, one a line.
  var changes: [String] = []

  var json: JSON {
    .object([
      ("title", .string(title)), ("callbacks", .array(callbacks.map(JSON.string))),
      ("changes", .array(changes.map(JSON.string))),
    ])
  }
}

/// The size limit of a page. A page contains every row in every frame.
enum PageLimit {
  /// The largest number of sections and items together.
  static let rows = 5_000

  /// - Parameters:
  ///   - sections: the number of sections.
  ///   - items: the number of items.
  ///   - hint: a sentence that says how to show fewer rows.
  /// - Throws: an error if the list has too many rows.
  static func check(sections: Int, items: Int, hint: String = "") throws {
    guard sections + items > rows else { return }
    throw ToolError.data(
      "The list has \(ListTotals.count(sections, "section")) and \(ListTotals.count(items, "item")); a page shows "
        + "\(rows) rows at most.\(hint)")
  }

  /// The hint for a list of a store.
  static let hint = " --limit N shows fewer items, --sections-where and --empty hidden fewer sections."
}
