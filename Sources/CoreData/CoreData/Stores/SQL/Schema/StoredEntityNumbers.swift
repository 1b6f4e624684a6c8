import Foundation

/// Finds the numbers of a model's entities in a store's `Z_PRIMARYKEY`.
package enum StoredEntityNumbers {
  /// The given entities and their superentities, all of which a store holds.
  static func held(_ entities: Set<Int>, _ model: ModelLayout) -> Set<Int> {
    var held = entities
    for index in model.entities.indices.reversed() where held.contains(index) {
      if let parent = model.entities[index].parent { held.insert(parent) }
    }
    return held
  }

  /// Finds the entity numbers of a store by the names of its entities.
  ///
  /// - Returns: the numbers by entity index; nil for entities that the store does not hold.
  /// - Throws: a `SchemaProblem` that names the missing entities.
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
    // A migration in place may leave a renamed entity under its former name and with another number. Its row is then
    // found by the renaming identifier or by the entity's own number, if no entity of the model has the row's name.
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

  /// The error for a damaged row whose entity number does not belong in its table.
  package static func unknown(_ number: Int64, beside entity: String, primaryKey: Int64) -> NSError {
    .coreData(
      CocoaError.fileReadCorruptFile.rawValue,
      "The object p\(primaryKey) in the table of \(entity) is of entity number \(number), which the model does not have "
        + "there.")
  }
}
