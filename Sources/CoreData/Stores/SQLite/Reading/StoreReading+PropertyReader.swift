/// What is left of a predicate reads the rows of the same read transaction.
extension StoreReading: PropertyReader {
  func value(_ slot: Int, of key: RowKey) throws -> Value {
    let path = CompiledPath(entity: Int(key.entity), hops: [], last: slot)
    return try values(at: [path], for: key)?.first ?? .null
  }
}
