import Foundation

/// The external data during a migration. Some data moves from files into columns, and some files lose their last
/// reference.
struct MigratedExternalData {
  let tables: MigrationTables
  let file: StoreFile

  /// The names of the files that the former tables refer to.
  func formerNames(on connection: Connection) throws -> Set<String> {
    Set(try ExternalReferences(tables.old).counts(on: connection) { tables.former($0) }.keys)
  }

  /// The names of the files that the new tables refer to.
  func newNames(on connection: Connection) throws -> Set<String> {
    Set(try ExternalReferences(tables.new.schema).counts(on: connection).keys)
  }

  /// Moves data from files into the columns of attributes that no longer allow external storage.
  ///
  /// - Throws: 134110, naming the file, if a file is missing.
  func takeIn(on connection: Connection) throws {
    let folder = ExternalDataFolder(file: file)
    for index in tables.new.schema.entities.indices {
      guard let (entity, former) = tables.stored(index) else { continue }
      for slot in entity.layout.attributeSlots {
        guard let column = entity.columns[slot], !column.isExternal,
          let formerColumn = tables.mapping.slots[index][slot].flatMap({ former.columns[$0] }), formerColumn.isExternal
        else { continue }
        let (table, name) = (entity.table.quotedIdentifier, column.name.quotedIdentifier)
        let former =
          "SELECT s.Z_PK, s.\(formerColumn.name.quotedIdentifier) AS d FROM \(tables.former(former.table)) AS s "
          + "WHERE s.Z_ENT = \(former.number) AND substr(d, 1, 1) = X'02'"
        try connection.withStatement(former) { rows in
          while try rows.step() {
            let stored = rows.data(at: 1)
            guard let data = try folder.data(stored: stored) else {
              // In a column of another framework, data may look like a reference to a file by chance.
              guard tables.trustsExternal else { continue }
              throw NSError.coreData(
                NSMigrationError,
                "The file \(ExternalDataFolder.fileName(stored) ?? "") of \(entity.layout.name)."
                  + "\(entity.layout.slots[slot].name) is not in \(file.externalDataFolder)."
              )
            }
            try connection.withStatement("UPDATE \(table) SET \(name) = ?2 WHERE Z_PK = ?1") {
              try $0.bind(rows.integer(at: 0), at: 1)
              try $0.bind(data, at: 2)
              try $0.run()
            }
          }
        }
      }
    }
  }
}
