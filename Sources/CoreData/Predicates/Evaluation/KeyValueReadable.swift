/// What a predicate reads properties of by name, outside a fetch.
protocol KeyValueReadable {
  func value(forKey key: String) -> Any?
}

extension NSManagedObject: KeyValueReadable {}
