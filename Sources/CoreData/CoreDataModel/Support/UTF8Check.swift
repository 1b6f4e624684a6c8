/// Finds invalid UTF-8.
package enum UTF8Check {
  /// The offset of the first invalid byte; nil if all bytes are valid.
  package static func firstInvalid(in bytes: [UInt8]) -> Int? {
    // Try the standard library first, because nearly all texts are valid and it is much faster.
    if bytes.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) }) != nil { return nil }
    var decoder = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var place = 0
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let encoded): place += encoded.count
      case .error: return place
      case .emptyInput: return nil
      }
    }
  }
}
