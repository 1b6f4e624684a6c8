import CoreData
import Foundation
import SectionedFetchedResults

/// A list as a table according to RFC 4180: a line of column names, and one line for each item.
struct ListCSV {
  let columns: ValueColumns
  let output: Output

  func write(_ list: PlainList) throws {
    try writeNames()
    try list.forEachSection { section in
      let name = (section.value as? String) ?? section.value.map { ValueText.text($0) } ?? ""
      try list.forEachObject(of: section) { try write($0, in: name) }
    }
    if let note = list.store.guessNote { complain(note) }
  }

  func write(_ controller: ListSource.Controller, totals: ListTotals, store: ToolStore) throws {
    try writeNames()
    for (index, section) in controller.allSections.enumerated() {
      let name = try section.object.map(Self.name) ?? ""
      try controller.forEachItem(ofSection: index) { try write($0, in: name) }
      controller.forgetValues(of: section)
    }
    for note in [totals.leftOut, store.guessNote].compactMap({ $0 }) { complain(note) }
  }

  private func writeNames() throws { try write(["section", "title"] + columns.names) }

  private func write(_ item: NSManagedObject, in section: String) throws {
    try write([section, try Self.name(of: item)] + columns.cells(of: item))
  }

  private static func name(of object: NSManagedObject) throws -> String {
    try ObjectTitle.name(of: object) ?? ObjectTitle.shortName(of: object.objectID, entity: object.entity)
  }

  private func write(_ cells: [String]) throws {
    let line = cells.map(Self.quoted).joined(separator: ",")
    // Control characters in a value would affect a terminal, so escape them there.
    guard output.terminal.width == nil else { return try output.line(line) }
    try output.write(bytes: Data((line + "\r\n").utf8))
  }

  /// Returns a cell, in quotes if it contains a comma, a quote or a newline.
  private static func quoted(_ cell: String) -> String {
    guard cell.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return cell }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }

  /// Writes a note to standard error, because it is no part of the table.
  private func complain(_ note: String) { StandardStreams.complain("sections: \(note)\n") }
}
