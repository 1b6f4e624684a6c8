import CSQLite

extension Connection {
  /// Applies the settings of every connection. The file may be hostile, so SQLite must not run anything that its schema
  /// contains by itself.
  func configure() throws {
    try set(SQLITE_DBCONFIG_DEFENSIVE, true)
    try set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    try set(SQLITE_DBCONFIG_DQS_DDL, false)
    try set(SQLITE_DBCONFIG_DQS_DML, false)
    try set(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false)
    sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0)
    // Only a writer may checkpoint the WAL, because reading never changes a store.
    if mode.isReading { try set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true) }
    // A cache of 64 MB and 256 MB of mapped file double the speed of reading. A file that is read without locks is not
    // mapped, because it may shrink at any time, and access to a lost page would end the process.
    try execute("PRAGMA cache_size=-\(memory == .much ? 65536 : 4096); PRAGMA temp_store=MEMORY")
    try setMapping(!mode.isImmutable)
    if mode.isReading {
      try execute("PRAGMA query_only=ON")
    } else {
      try execute("PRAGMA synchronous=NORMAL")
    }
    try DerivedValueFunctions.register(on: self)
    try PredicateFunctions.register(on: self)
    try NumberFunction.register(on: self)
    try StoreCollations.register(on: self)
  }

  /// Sets whether triggers of the file may use its R-trees, see `SchemaTrust`.
  func setTrustsSchema(_ isOn: Bool) throws {
    guard isOn != trustsSchema else { return }
    try set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, isOn)
    trustsSchema = isOn
  }

  /// Maps the file into memory, or unmaps it. No statement may be reading.
  ///
  /// A mapping makes reading twice as fast while it lasts. But SQLite drops it whenever another connection has changed
  /// the file, and faulting in mapped pages again takes longer than copying them.
  func setMapping(_ isOn: Bool) throws {
    let isOn = isOn && memory == .much
    guard isOn != isMapping else { return }
    try execute("PRAGMA mmap_size=\(isOn ? 256 << 20 : 0)")
    isMapping = isOn
  }

  private func set(_ option: Int32, _ isOn: Bool) throws {
    let code = csqlite_db_config(database, option, isOn ? 1 : 0)
    guard code == SQLITE_OK else { throw SQLiteError(database, code: code) }
  }
}
