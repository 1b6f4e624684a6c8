import CoreData
import OrderedRows

/// The value of `--by` in a list whose sections are objects: the relationships from an item to its section and,
/// optionally, the section's key.
struct GroupingPath {
  let text: String
  let sectionEntity: NSEntityDescription
  /// The attribute of the section by which items are grouped; nil to group by the section object itself.
  let key: NSAttributeDescription?

  /// - Throws: an error that names the invalid key. For an unknown key it lists valid ones.
  init(_ text: String, from items: NSEntityDescription) throws {
    guard !text.contains(":") else {
      throw ToolError.request(
        "--by \(text): days are sections in 'sections list' and 'sections browse'; here a section is an object.")
    }
    self.text = text
    var entity = items
    var key: NSAttributeDescription?
    var steps = 0
    for step in text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      let name = entity.name ?? ""
      guard key == nil else {
        throw ToolError.request(
          "--by \(text): nothing can follow the attribute '\(key?.name ?? "")', but '\(step)' does.")
      }
      if let relationship = entity.relationshipsByName[step] {
        guard !relationship.isToMany else {
          throw ToolError.request("--by \(text): '\(step)' of \(name) leads to many objects; a section is one.")
        }
        guard let destination = relationship.destinationEntity else {
          throw ToolError.request("--by \(text): '\(step)' of \(name) has no destination entity.")
        }
        entity = destination
        steps += 1
      } else if let attribute = entity.attributesByName[step], steps > 0 {
        key = attribute
      } else {
        let isAttribute = entity.attributesByName[step] != nil
        let what = isAttribute ? "'\(step)' of \(name) is an attribute" : "\(name) has no relationship '\(step)'"
        let names = Array(entity.relationshipsByName.keys) + (steps > 0 ? Array(entity.attributesByName.keys) : [])
        let near = isAttribute ? "" : NearNames.question(for: step, among: names)
        throw ToolError.request("--by \(text): \(what); \(Self.choices(of: entity, isFirst: steps == 0)).\(near)")
      }
    }
    sectionEntity = entity
    self.key = key
  }

  /// The possible next keys, for an error: to-one relationships and, after the first key, attributes.
  private static func choices(of entity: NSEntityDescription, isFirst: Bool) -> String {
    var names = entity.relationshipsByName.values.filter { !$0.isToMany }.map(\.name).sorted()
    if !isFirst { names += entity.attributesByName.keys.sorted() }
    return names.isEmpty ? "it has none to one object" : "it has \(names.joined(separator: ", "))"
  }
}
