import Foundation

/// Reads a compiled model from a keyed archive: a `.mom` file or, compressed, the `Z_MODELCACHE` of a store.
///
/// It reads the entities as a list and links them by name, so it never follows a cycle of the archive.
enum ArchiveModelReader {
  static func draft(archive data: Data) throws -> ModelDraft {
    let archive = try KeyedArchive(data)
    let root = try archive.object(archive.root)
    guard try root.className == "NSManagedObjectModel" else {
      throw ModelReadingError("the archive holds a \(try root.className), not a model")
    }
    var entities: [String: ArchivedEntity] = [:]
    for (name, reference) in try root.entries(for: "NSEntities") {
      let entity = try ArchivedEntity(try archive.object(reference))
      guard entity.description.name == name else {
        throw ModelReadingError("the archive lists the entity \(entity.description.name ?? "") as \(name)")
      }
      guard entities.updateValue(entity, forKey: name) == nil else {
        throw ModelReadingError("two entities are named \(name)")
      }
    }
    var draft = ModelDraft()
    draft.entities = try ArchivedInheritance.entities(entities)
    draft.versionIdentifiers = Set(try root.strings(for: "NSVersionIdentifiers"))
    for (name, reference) in try root.entries(for: "NSConfigurations") {
      let members = try archive.references(inCollection: reference)
      draft.configurations[name] = try members.map { try archive.object($0).entityName(for: "NSEntityName") }.sorted(
        by: EntityOrder.precedes
      )
    }
    for (name, reference) in try root.entries(for: "NSFetchRequestTemplates") {
      draft.templates[name] = ModelNote.unlessWrong("the model is read without the template \(name)") {
        try ArchivedFetchRequest.request(try archive.object(reference))
      }
    }
    return draft
  }
}

extension ArchivedObject {
  /// The text under a key, which must exist and not be empty.
  func entityName(for key: String) throws -> String {
    guard let name = try string(for: key), !name.isEmpty else { throw mismatch(key) }
    return name
  }
}

extension KeyedArchive {
  /// The references in an archived array or set.
  func references(inCollection reference: Int) throws -> [Int] {
    try object(reference).references(in: "NS.objects")
  }
}
