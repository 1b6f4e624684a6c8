/// Finds invalid UTF-8.
package enum UTF8Check {
  /// The offset of the first byte that begins no character; nil where all is text.
  package static func firstInvalid(in bytes: [UInt8]) -> Int? {
    // Nearly every text is valid, and the standard library finds that out much faster.
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
