import CoreData
import SectionedFetchedResults

/// Writes the list into a batch's JSON, for `replay` and `watch`: references to objects, and the values that options
/// name. It writes piece by piece.
struct VisibleList {
  let controller: ListSource.Controller
  let source: ListSource
  let names: ObjectNames
  let output: Output

  func write() throws {
    try output.write("[")
    for (index, section) in controller.allSections.enumerated() {
      try output.write(index > 0 ? ",{" : "{")
      try output.write(#""object":"# + JSON.optional((section.object?.objectID).map(names.text)).text + #","items":"#)
      try controller.writeItems(ofSection: index, to: output) { .string(names.text(of: $0.objectID)) }
      try writeValues(of: section, at: index)
      try output.write("}")
    }
    try output.write("]")
  }

  /// Writes the values that `--show` and `--section-show` name.
  private func writeValues(
    of section: SectionedFetchedResultsSectionInfo<NSManagedObject, NSManagedObject>, at index: Int
  ) throws {
    if source.options.sectionShow != nil {
      let title = JSON.optional(try section.object.flatMap(ObjectTitle.name))
      let values = try section.object.map(source.sectionColumns.json) ?? .null
      try output.write(#","title":"# + title.text + #","values":"# + values.text)
    }
    if source.options.show != nil {
      try output.write(#","rows":"#)
      try controller.writeItems(ofSection: index, to: output, source.row)
    }
  }
}
