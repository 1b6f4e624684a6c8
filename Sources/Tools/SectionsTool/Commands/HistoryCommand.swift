import CoreData
import Foundation

/// `sections history`: the transactions of a store's persistent history, newest first.
struct HistoryCommand {
  let store: String
  let model: String?
  /// The largest number of transactions to print; 0 for all.
  let limit: Int
  let json: Bool

  func run(_ output: Output) throws {
    let opened = try ToolStore.open(store, model: model, access: .readOnly)
    guard !opened.isGuessed else {
      throw ToolError.data(
        "The history names entities and properties by the model, which the store does not carry: name it with --model "
          + "FILE.")
    }
    let history = StoreHistory(of: opened)
    if json { try write(history, output) } else { try print(history, output) }
  }

  private func print(_ history: StoreHistory?, _ output: Output) throws {
    guard let history else { return try output.line("The store keeps no history.") }
    try history.forEachTransaction(limit: limit) { transaction in
      try output.line(output.terminal.styled(Self.head(of: transaction).printable, .bold))
      var table = Table([.left, .left, .left])
      for change in transaction.changes ?? [] {
        table.add([
          "  \(change.changeType)", ObjectTitle.shortName(of: change.changedObjectID),
          Self.properties(of: change).joined(separator: ", "),
        ])
      }
      for line in table.lines(for: output.terminal) { try output.line(line) }
      try output.line()
    }
    try output.line(try history.span().text)
  }

  /// The first line of a transaction, as `transaction 7  2024-05-01T12:00:00.000Z  author sync  context view`.
  private static func head(of transaction: NSPersistentHistoryTransaction) -> String {
    let named = [("author", transaction.author), ("context", transaction.contextName)]
    let names = named.compactMap { label, name in name.map { $0.isEmpty ? "" : "  \(label) \($0)" } }.joined()
    return "transaction \(transaction.transactionNumber)  \(ValueText.text(of: transaction.timestamp))\(names)"
  }

  /// The properties that an update changed.
  private static func properties(of change: NSPersistentHistoryChange) -> [String] {
    (change.updatedProperties ?? []).map(\.name).sorted()
  }

  /// Writes one JSON object. It reads and writes one transaction after the other.
  private func write(_ history: StoreHistory?, _ output: Output) throws {
    try output.write(#"{"transactions":"#)
    try output.array { write in
      try history?.forEachTransaction(limit: limit) { try write(Self.json($0)) }
    }
    try output.line(#","history":"# + (try history?.span().json ?? .null).text + "}")
  }

  private static func json(_ transaction: NSPersistentHistoryTransaction) -> JSON {
    .object([
      ("number", .integer(transaction.transactionNumber)), ("date", ValueText.json(transaction.timestamp)),
      ("author", .optional(transaction.author)), ("context", .optional(transaction.contextName)),
      ("bundle", .string(transaction.bundleID)), ("process", .string(transaction.processID)),
      (
        "changes",
        .array(
          (transaction.changes ?? []).map { change in
            .object([
              ("kind", .string("\(change.changeType)")),
              ("object", .string(change.changedObjectID.uriRepresentation().absoluteString)),
              ("entity", .optional(change.changedObjectID.entity.name)),
              ("properties", change.updatedProperties == nil ? .null : .array(properties(of: change).map(JSON.string))),
            ])
          })
      ),
    ])
  }
}

extension HistoryCommand {
  init(_ arguments: ArgumentReader) throws {
    let values = Dictionary(arguments.options.map { ($0.name, $0.value) }) { $1 }
    store = arguments.positional[0]
    model = values["model"]
    json = values["json"] != nil
    limit = try arguments.read("limit") { try values["limit"].map(OptionValue.count) ?? 0 }
  }
}
