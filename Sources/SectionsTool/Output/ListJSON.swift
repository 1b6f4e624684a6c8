import CoreData
import Foundation
import SectionedFetchedResults

/// A list as one JSON object, written as it goes: no more than one item is in memory as text.
struct ListJSON {
  let controller: ListSource.Controller
  let source: ListSource
  let output: Output

  func write(totals: ListTotals) throws {
    try output.write(#"{"sections":["#)
    for (index, section) in controller.allSections.enumerated() {
      if index > 0 { try output.write(",") }
      try write(section, at: index, of: totals.count(of: section))
    }
    try output.line(#"],"totals":"# + totals.json.text + "}")
  }

  private func write(
    _ section: SectionedFetchedResultsSectionInfo<NSManagedObject, NSManagedObject>, at index: Int, of whole: Int
  ) throws {
    let object = section.object
    let head = JSON.object([
      ("index", .integer(index)), ("object", .optional(object?.reference)),
      ("name", .optional(source.name(of: object))), ("count", .integer(section.numberOfObjects)),
      ("total", .integer(whole)), ("title", .optional(object.flatMap(ObjectTitle.name))),
      ("values", object.map(source.sectionColumns.json) ?? .null),
    ])
    // The two arrays are the last members of the object.
    try output.write(head.text.dropLast() + #","items":["#)
    try writeItems(of: index) { .string($0.reference) }
    try output.write(#"],"rows":["#)
    try writeItems(of: index, source.row)
    try output.write("]}")
  }

  private func writeItems(of section: Int, _ json: (NSManagedObject) -> JSON) throws {
    var isFirst = true
    try controller.forEachItem(ofSection: section) { item in
      try output.write((isFirst ? "" : ",") + json(item).text)
      isFirst = false
    }
  }
}

extension ListSource {
  /// An item with its name and its values.
  func row(_ item: NSManagedObject) -> JSON {
    .object([
      ("object", .string(item.reference)), ("title", .optional(ObjectTitle.name(of: item))),
      ("values", columns.json(of: item)),
    ])
  }
}

extension NSManagedObject {
  /// The URI that names the object.
  var reference: String { objectID.uriRepresentation().absoluteString }
}
