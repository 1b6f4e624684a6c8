import Foundation

/// Finds the numbers of a model's entities in a store's `Z_PRIMARYKEY`.
package enum StoredEntityNumbers {
  /// The entities that a store holds: those given, and what they inherit from.
  static func held(_ entities: Set<Int>, _ model: ModelLayout) -> Set<Int> {
    var held = entities
    for index in model.entities.indices.reversed() where held.contains(index) {
      if let parent = model.entities[index].parent { held.insert(parent) }
    }
    return held
  }

  /// - Returns: by the entity's index; nil for those that the store does not hold.
  /// - Throws: a `SchemaProblem` that names the entities that are missing.
  package static func find(_ model: CompiledModel, entities: Set<Int>, in file: FileSchema) throws -> [Int64?] {
    let rows = Dictionary(file.entities.map { ($0.name, $0) }) { first, _ in first }
    let known = Set(model.layout.entitiesByName.keys)
    var numbers: [Int64?] = Array(repeating: nil, count: model.layout.entities.count)
    var lost: [Int] = []
    for index in held(entities, model.layout).sorted() {
      if let row = rows[model.layout.entities[index].name] {
        numbers[index] = row.number
      } else {
        lost.append(index)
      }
    }
    // A migration in place renumbers and may leave the name that an entity had before it was renamed. The row is then
    // the one with the entity's own number, or with its renaming identifier for a name, and no entity has its name.
    var missing: [String] = []
    for index in lost {
      let entity = model.entities[index]
      let former = entity.explicitRenamingIdentifier.flatMap { rows[$0] }
      let sameNumber = file.entities.first { $0.number == Int64(index + 1) }
      if let row = [former, sameNumber].compactMap({ $0 }).first(where: { !known.contains($0.name) }) {
        numbers[index] = row.number
      } else {
        missing.append(model.layout.entities[index].name)
      }
    }
    guard missing.isEmpty else {
      throw SchemaProblem("the store has no entity \(missing.joined(separator: ", "))")
    }
    let given = numbers.compactMap { $0 }
    guard Set(given).count == given.count else { throw SchemaProblem("two entities of the store have one number") }
    return numbers
  }

  /// The error of a damaged row that names an entity which cannot be there.
  package static func unknown(_ number: Int64, beside entity: String, primaryKey: Int64) -> NSError {
    .coreData(
      CocoaError.fileReadCorruptFile.rawValue,
      "The object p\(primaryKey) in the table of \(entity) is of entity number \(number), which the model does not have "
        + "there.")
  }
}
