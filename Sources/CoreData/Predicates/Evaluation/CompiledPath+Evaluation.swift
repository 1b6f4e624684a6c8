extension CompiledPath {
  /// The value at the end of the path from an object; nil where a relationship on the way is.
  package func value(from key: RowKey, in reader: some PropertyReader) throws -> Value {
    var key = key
    for slot in hops {
      guard case .reference(let next) = try reader.value(slot, of: key) else { return .null }
      key = next
    }
    return try reader.value(last, of: key)
  }
}
