import Foundation

/// Data of known kinds, as short as possible.
enum DataSamples {
  static func big(_ number: Int, _ length: Int) -> [UInt8] {
    (0..<length).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  static func little(_ number: Int, _ length: Int) -> [UInt8] { big(number, length).reversed() }

  /// Returns the header of a PNG.
  static func png(_ width: Int, _ height: Int) -> Data {
    let mark: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    return Data(mark + big(13, 4) + Array("IHDR".utf8) + big(width, 4) + big(height, 4) + [8, 6, 0, 0, 0])
  }

  /// Returns a JPEG with a comment and a table before its frame.
  static func jpeg(_ width: Int, _ height: Int) -> Data {
    let comment: [UInt8] = [0xff, 0xfe] + big(5, 2) + [1, 2, 3]
    let table: [UInt8] = [0xff, 0xc4] + big(4, 2) + [9, 9]
    return Data(
      [0xff, 0xd8] + comment + table + [0xff, 0xff, 0xc2] + big(11, 2) + [8] + big(height, 2) + big(width, 2))
  }

  static func gif(_ width: Int, _ height: Int) -> Data {
    Data(Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0, 0, 0])
  }

  static func bmp(_ width: Int, _ height: Int) -> Data {
    let head: [UInt8] = Array("BM".utf8) + little(70, 4) + [0, 0, 0, 0] + little(54, 4) + little(40, 4)
    return Data(head + little(width, 4) + little(height, 4) + [1, 0, 24, 0])
  }

  static func webP(_ kind: String, _ body: [UInt8]) -> Data {
    Data(Array("RIFF".utf8) + little(40, 4) + Array("WEBP".utf8) + Array(kind.utf8) + little(30, 4) + body)
  }

  /// Returns a TIFF with three tags. The second one is the width.
  static func tiff(_ width: Int, _ height: Int, isLittle: Bool) -> Data {
    let number = isLittle ? little : big
    func entry(_ tag: Int, _ type: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(1, 4) + value + [UInt8](repeating: 0, count: 4 - value.count)
    }
    let mark: [UInt8] = isLittle ? [0x49, 0x49, 0x2a, 0] : [0x4d, 0x4d, 0, 0x2a]
    let entries = entry(254, 4, number(0, 4)) + entry(256, 3, number(width, 2)) + entry(257, 4, number(height, 4))
    return Data(mark + number(8, 4) + number(3, 2) + entries)
  }

  /// Returns a HEIC with the size of a tile before that of the picture.
  static func heic(_ width: Int, _ height: Int, brand: String = "heic") -> Data {
    func size(_ width: Int, _ height: Int) -> [UInt8] {
      big(20, 4) + Array("ispe".utf8) + [0, 0, 0, 0] + big(width, 4) + big(height, 4)
    }
    return Data(
      big(24, 4) + Array("ftyp\(brand)".utf8) + [UInt8](repeating: 0, count: 12) + size(5, 5) + size(width, height) + [
        0
      ])
  }
}
