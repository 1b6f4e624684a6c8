import CoreData
import Foundation
import SectionedFetchedResults

/// Writes a list as one JSON object. It writes piece by piece, with the text of at most one object in memory.
struct ListJSON {
  let controller: ListSource.Controller
  let source: ListSource
  let output: Output

  func write(totals: ListTotals) throws {
    try output.write(#"{"sections":["#)
    for (index, section) in controller.allSections.enumerated() {
      if index > 0 { try output.write(",") }
      try write(section, at: index, of: totals.count(of: section))
      controller.forgetValues(of: section)
    }
    let aggregates = aggregatesMember { controller.allSections.value(of: $0) }
    try output.line(#"],"totals":"# + totals.json.text + aggregates + source.store.guessMember + "}")
  }

  private func write(
    _ section: SectionedFetchedResultsSectionInfo<NSManagedObject, NSManagedObject>, at index: Int, of whole: Int
  ) throws {
    let object = section.object
    let head = JSON.object([
      ("index", .integer(index)), ("object", .optional(object?.reference)),
      ("name", .optional(try source.name(of: object))), ("count", .integer(section.numberOfObjects)),
      ("total", .integer(whole)), ("title", .optional(try object.flatMap(ObjectTitle.name))),
      ("values", try object.map(source.sectionColumns.json) ?? .null),
    ])
    // The members `items` and `rows` follow, so omit the closing brace.
    try output.write(head.text.dropLast() + aggregatesMember { section.value(of: $0) } + #","items":"#)
    try controller.writeItems(ofSection: index, to: output) { .string($0.reference) }
    try output.write(#","rows":"#)
    try controller.writeItems(ofSection: index, to: output, source.row)
    try output.write("}")
  }

  /// The member with the aggregates, preceded by a comma; empty if no option names any.
  private func aggregatesMember(_ value: ListAggregates.Value) -> String {
    source.aggregates.isEmpty ? "" : #","aggregates":"# + source.aggregates.json(value).text
  }
}

extension ListSource.Controller {
  /// Writes an array of a section's items.
  func writeItems(
    ofSection section: Int, to output: Output, _ json: (NSManagedObject) throws -> JSON
  ) throws {
    try output.array { write in try forEachItem(ofSection: section) { try write(json($0)) } }
  }
}

extension Output {
  /// Writes an array element by element.
  ///
  /// - Parameter elements: calls its argument with each element.
  func array(_ elements: ((JSON) throws -> Void) throws -> Void) throws {
    var separator = "["
    try elements { element in
      try write(separator + element.text)
      separator = ","
    }
    try write(separator == "[" ? "[]" : "]")
  }
}

extension ListSource {
  /// The text of a section's key; nil if items are grouped by the object itself.
  func name(of section: NSManagedObject?) throws -> String? {
    guard let key = path.key, let value = try section?.shownValue(key.name) else { return nil }
    return ValueText.text(value)
  }

  /// An item with its URI, title and values.
  func row(_ item: NSManagedObject) throws -> JSON { try columns.row(item) }
}

extension ValueColumns {
  /// An object with its URI, title and values.
  func row(_ object: NSManagedObject) throws -> JSON {
    .object([
      ("object", .string(object.reference)), ("title", .optional(try ObjectTitle.name(of: object))),
      ("values", try json(of: object)),
    ])
  }
}

extension NSManagedObject {
  /// The object's URI.
  var reference: String { objectID.uriRepresentation().absoluteString }
}
