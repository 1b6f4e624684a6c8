import Foundation

/// The width and height of a picture in pixels, read from the header of its file.
struct PictureSize: Equatable {
  let width: Int
  let height: Int

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// - Returns: nil if the header is damaged, or has no positive size.
  init?(of data: Data, format: String) {
    let file = PictureHead(bytes: [UInt8](data.prefix(Self.headLength)))
    let size: (width: Int, height: Int)? =
      switch format {
      case "PNG": file.pair(at: 16, by: 4, file.big)
      case "GIF": file.pair(at: 6, by: 2, file.little)
      case "BMP": file.bitmap
      case "JPEG": file.jpeg
      case "WebP": file.webP
      case "TIFF": file.tiff
      default: file.largestImage
      }
    guard let size, size.width > 0, size.height > 0 else { return nil }
    self.init(width: size.width, height: size.height)
  }

  /// The number of bytes to read. In a camera's JPEG a preview and a color profile precede the size.
  private static let headLength = 1 << 20
}

/// The first bytes of a picture file.
private struct PictureHead {
  typealias Size = (width: Int, height: Int)

  let bytes: [UInt8]

  /// Reads a big-endian number; returns nil beyond the end.
  func big(_ offset: Int, _ length: Int) -> Int? {
    guard offset >= 0, offset + length <= bytes.count else { return nil }
    return bytes[offset..<offset + length].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads a little-endian number; returns nil beyond the end.
  func little(_ offset: Int, _ length: Int) -> Int? {
    guard offset >= 0, offset + length <= bytes.count else { return nil }
    return bytes[offset..<offset + length].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads a width, followed by a height.
  func pair(at offset: Int, by length: Int, _ number: (Int, Int) -> Int?) -> Size? {
    guard let width = number(offset, length), let height = number(offset + length, length) else { return nil }
    return (width, height)
  }

  /// The size of a bitmap. A negative height means that the rows are stored from top to bottom.
  var bitmap: Size? {
    guard let size = pair(at: 18, by: 4, little) else { return nil }
    return (size.width, Int(Int32(truncatingIfNeeded: size.height).magnitude))
  }

  /// The size of a JPEG. It is in the first frame, which follows other segments.
  var jpeg: Size? {
    var offset = 2
    while let marker = big(offset, 2), marker >> 8 == 0xff {
      let isFrame = 0xc0...0xcf ~= marker & 0xff && ![0xc4, 0xc8, 0xcc].contains(marker & 0xff)
      if isFrame { return pair(at: offset + 5, by: 2, big).map { ($0.height, $0.width) } }
      // Bytes of 0xff may precede a marker, and some markers have no segment.
      if marker == 0xffff {
        offset += 1
      } else if 0xd0...0xd9 ~= marker & 0xff {
        offset += 2
      } else {
        guard let length = big(offset + 2, 2), length >= 2 else { return nil }
        offset += 2 + length
      }
    }
    return nil
  }

  var webP: Size? {
    switch String(decoding: bytes.dropFirst(12).prefix(4), as: UTF8.self) {
    case "VP8X": return pair(at: 24, by: 3, little).map { ($0.width + 1, $0.height + 1) }
    case "VP8 ": return pair(at: 26, by: 2, little).map { ($0.width & 0x3fff, $0.height & 0x3fff) }
    case "VP8L":
      guard let bits = little(21, 4) else { return nil }
      return ((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1)
    default: return nil
    }
  }

  /// The size of a TIFF: tags 256 and 257 of the first directory.
  var tiff: Size? {
    let number = bytes.first == 0x49 ? little : big
    guard let start = number(4, 4), let count = number(start, 2) else { return nil }
    var size: (width: Int?, height: Int?)
    for entry in 0..<count {
      let offset = start + 2 + entry * 12
      guard let tag = number(offset, 2), let type = number(offset + 2, 2) else { break }
      let value = number(offset + 8, type == 3 ? 2 : 4)
      if tag == 256 { size.width = value }
      if tag == 257 { size.height = value }
    }
    guard let width = size.width, let height = size.height else { return nil }
    return (width, height)
  }

  /// The largest size in a HEIC or AVIF file, which also names the sizes of tiles and previews.
  var largestImage: Size? {
    let mark = Array("ispe".utf8)
    var largest: Size?
    for offset in 0..<max(0, min(bytes.count, 1 << 16) - 15) where bytes[offset] == mark[0] {
      guard bytes[offset...].starts(with: mark), let size = pair(at: offset + 8, by: 4, big) else { continue }
      if size.width > largest?.width ?? 0 { largest = size }
    }
    return largest
  }
}
