import CoreData
import SectionedFetchedResults

/// The list as `replay` and `watch` write it in a batch's JSON: identities, and the values that the options name.
/// Written as it goes.
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

  /// The values that `--show` and `--section-show` name, beside the rest.
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
