/// Reads what a context sees without making objects: the current values of objects with pending changes, and the
/// stores' last saved state of all others.
struct ContextReader: PropertyReader {
  unowned let context: NSManagedObjectContext
  let model: ModelLayout

  func value(_ slot: Int, of key: RowKey) throws -> Value { fatalError("Not written yet.") }
  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] { fatalError("Not written yet.") }
  /// The values at the paths, or nil when the object is gone.
  func values(at paths: [CompiledPath], of key: RowKey) throws -> [Value]? { fatalError("Not written yet.") }
}
