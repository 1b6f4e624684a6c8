import CSQLite

extension Connection {
  /// Applies the settings of every connection. The file is hostile input, so nothing it contains may run by itself.
  func configure() throws {
    try set(SQLITE_DBCONFIG_DEFENSIVE, true)
    try set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    try set(SQLITE_DBCONFIG_DQS_DDL, false)
    try set(SQLITE_DBCONFIG_DQS_DML, false)
    try set(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false)
    sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0)
    // Only a writer may fold the log into the main file: reading never changes a store.
    if mode.isReading { try set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true) }
    // 64 MB of cache and 256 MB of mapped file double the speed of reading. A file that is read without locks may
    // shrink at any time, and touching a mapped page that is gone ends the process.
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

  /// Lets triggers of the file use its R-trees, see `SchemaTrust`, or does so no longer.
  func setTrustsSchema(_ isOn: Bool) throws {
    guard isOn != trustsSchema else { return }
    try set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, isOn)
    trustsSchema = isOn
  }

  /// Maps the file, or unmaps it. No statement may be reading.
  ///
  /// A lasting mapping makes reading twice as fast. But SQLite drops it whenever another connection has changed the
  /// file, and mapping pages anew one by one takes longer than copying them.
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
