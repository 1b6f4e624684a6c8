import CoreData
import Foundation
import SectionedFetchedResults

/// A list as a table in the form of RFC 4180: a line of names, then one for each item.
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
    // A terminal would obey what is in a text.
    guard output.terminal.width == nil else { return try output.line(line) }
    try output.write(bytes: Data((line + "\r\n").utf8))
  }

  /// A cell between quotes where it has a comma, a quote or an end of a line in it.
  private static func quoted(_ cell: String) -> String {
    guard cell.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return cell }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }

  /// Writes a note that is no part of the table to standard error.
  private func complain(_ note: String) { StandardStreams.complain("sections: \(note)\n") }
}
