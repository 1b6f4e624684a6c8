/// A string has a length, which validation predicates ask for (`length >= 3`).
extension String: KeyValueReadable {
  func value(forKey key: String) -> Any? {
    key == "length" ? utf16.count : nil
  }
}
