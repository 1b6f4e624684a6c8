import Foundation

/// The external data of a store that is migrated: files whose data moves into the store, and files that no column names
/// afterwards.
struct MigratedExternalData {
  let tables: MigrationTables
  let file: StoreFile

  /// The names of the files that the former tables name.
  func formerNames(on connection: Connection) throws -> Set<String> {
    Set(try ExternalReferences(tables.old).counts(on: connection) { tables.former($0) }.keys)
  }

  /// The names of the files that the new tables name.
  func newNames(on connection: Connection) throws -> Set<String> {
    Set(try ExternalReferences(tables.new.schema).counts(on: connection).keys)
  }

  /// Moves data into the columns of attributes that are kept in the store from now on.
  ///
  /// - Throws: 134110, naming the file, when one is not there.
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
              // A column that another framework wrote may look like the name of a file without being one.
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
