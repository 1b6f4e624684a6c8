import Foundation

/// Converts an XML document to UTF-8 from the encoding that it declares.
///
/// Foundation's parser traps at a byte that is invalid in the document's encoding, even in a comment. So the document
/// is converted before it is parsed, and invalid bytes are an error.
enum XMLText {
  /// - Returns: the document in UTF-8 with a matching declaration. All line numbers stay the same.
  /// - Throws: a `ModelReadingError` with line and offset of an invalid byte, or with the name of an unsupported
  ///   encoding.
  static func utf8(_ data: Data) throws -> Data {
    var bytes = [UInt8](data)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let offset = data.count - bytes.count
    if let place = bytes.firstIndex(of: 0) {
      throw ModelReadingError("the byte at offset \(place + offset) is 0: the file is no XML, or not in UTF-8")
    }
    // The beginning of an XML declaration in EBCDIC.
    guard !bytes.starts(with: [0x4C, 0x6F, 0xA7, 0x94]) else { throw refusal("EBCDIC") }
    guard !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]) else { throw refusal("UTF-16") }
    let declaration = self.declaration(bytes)
    if let place = declaration?.first(where: { bytes[$0] > 0x7F }) { throw failure(bytes, place, offset, "UTF-8") }
    let name = declaration.flatMap { encodingName(bytes[$0]) } ?? "UTF-8"
    let text: [UInt8]
    switch name.lowercased() {
    case "utf-8", "utf8": text = try checked(bytes, offset, name)
    case "us-ascii", "ascii":
      if let place = bytes.firstIndex(where: { $0 > 0x7F }) { throw failure(bytes, place, offset, name) }
      text = bytes
    case "iso-8859-1", "latin1", "l1": text = try transcoded(bytes, offset, name) { UInt16($0) }
    case "iso-8859-15": text = try transcoded(bytes, offset, name) { latin9[$0] ?? UInt16($0) }
    case "windows-1252", "cp1252":
      text = try transcoded(bytes, offset, name) { (0x80...0x9F).contains($0) ? windows[Int($0) - 0x80] : UInt16($0) }
    default: throw refusal(name)
    }
    // The declaration is ASCII, so it has the same length after the conversion.
    let head = text[declaration ?? 0..<0]
    return Data(newDeclaration + head.filter { $0 == UInt8(ascii: "\n") } + text[head.endIndex...])
  }

  private static let newDeclaration = Array(#"<?xml version="1.0" encoding="UTF-8"?>"#.utf8)

  /// The range of the XML declaration.
  private static func declaration(_ bytes: [UInt8]) -> Range<Int>? {
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    guard bytes[start...].starts(with: "<?xml".utf8), bytes.indices.contains(start + 5), isSpace(bytes[start + 5]),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    return start..<end + 1
  }

  /// The encoding that an XML declaration names.
  private static func encodingName(_ bytes: ArraySlice<UInt8>) -> String? {
    let declaration = String(decoding: bytes, as: UTF8.self)
    guard let key = declaration.range(of: "encoding") else { return nil }
    let value = declaration[key.upperBound...].drop { $0 == "=" || $0.isWhitespace }.dropFirst()
    return String(value.prefix { $0 != "\"" && $0 != "'" })
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func checked(_ bytes: [UInt8], _ offset: Int, _ name: String) throws -> [UInt8] {
    if let error = UTF8Check.firstInvalid(in: bytes) { throw failure(bytes, error, offset, name) }
    return bytes
  }

  private static func transcoded(
    _ bytes: [UInt8], _ offset: Int, _ name: String, _ letter: (UInt8) -> UInt16
  ) throws -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for (place, byte) in bytes.enumerated() {
      if byte < 0x80 {
        text.append(byte)
        continue
      }
      guard let scalar = Unicode.Scalar(letter(byte)), scalar.value != 0 else {
        throw failure(bytes, place, offset, name)
      }
      text.append(contentsOf: UTF8.encode(scalar)?.map { $0 } ?? [])
    }
    return text
  }

  private static func failure(_ bytes: [UInt8], _ place: Int, _ offset: Int, _ name: String) -> ModelReadingError {
    let line = bytes[..<place].count { $0 == UInt8(ascii: "\n") } + 1
    let hex = String(bytes[place], radix: 16, uppercase: true)
    return ModelReadingError("line \(line): the byte 0x\(hex) at offset \(place + offset) is no text in \(name)")
  }

  private static func refusal(_ encoding: String) -> ModelReadingError {
    ModelReadingError("the file is in the encoding \(encoding), which is not read: save it in UTF-8")
  }

  /// The characters of ISO 8859-15 that differ from ISO 8859-1.
  private static let latin9: [UInt8: UInt16] = [
    0xA4: 0x20AC, 0xA6: 0x160, 0xA8: 0x161, 0xB4: 0x17D, 0xB8: 0x17E, 0xBC: 0x152, 0xBD: 0x153, 0xBE: 0x178,
  ]

  /// The characters of Windows-1252 from 0x80 on; 0 for undefined bytes.
  private static let windows: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
    0x0178,
  ]
}
