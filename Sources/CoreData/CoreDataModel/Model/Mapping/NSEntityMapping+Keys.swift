/// The properties of mappings that expressions of a mapping model can read.
extension NSEntityMapping: KeyValueReadable {
  package func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "sourceEntityName": sourceEntityName
    case "destinationEntityName": destinationEntityName
    case "userInfo": userInfo
    default: nil
    }
  }
}

extension NSPropertyMapping: KeyValueReadable {
  package func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "userInfo": userInfo
    default: nil
    }
  }
}
