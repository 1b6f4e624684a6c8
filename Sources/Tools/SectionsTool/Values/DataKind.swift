import CoreData
import Foundation

/// The detected kind of some data.
enum DataKind: Equatable {
  /// A picture of a named format. The size is nil if it cannot be read.
  case picture(String, PictureSize?)
  case archive
  case propertyList
  case json
  case text
  /// A file of a known format that is not decoded.
  case file(String, fileExtension: String)
  case bytes

  /// The largest size of data that is checked for text.
  static let textLimit = 16 << 20
  /// The largest size of a text that is checked for JSON. It is parsed each time it is shown.
  static let structureLimit = 1 << 20

  init(of data: Data) {
    if let format = Self.pictureFormat(data) {
      self = .picture(format, PictureSize(of: data, format: format))
    } else if data.starts(with: Data("bplist0".utf8)) {
      self = ArchiveOutline(data) == nil ? .propertyList : .archive
    } else if let (format, fileExtension) = Self.fileFormat(data) {
      self = .file(format, fileExtension: fileExtension)
    } else if let text = Self.text(in: data) {
      self = Self.textKind(text, data)
    } else {
      self = .bytes
    }
  }

  /// The kind in words, as `PNG picture, 640 × 480`.
  var words: String {
    switch self {
    case .picture(let format, let size): "\(format) picture" + (size.map { ", \($0.width) × \($0.height)" } ?? "")
    case .archive: "keyed archive"
    case .propertyList: "property list"
    case .json: "JSON"
    case .text: "text"
    case .file(let format, _): format
    case .bytes: "data"
    }
  }

  /// The kind in a word or two, as `PNG`.
  var name: String {
    if case .picture(let format, _) = self { format } else { words }
  }

  /// The filename extension for such data.
  var fileExtension: String {
    switch self {
    case .picture(let format, _): format == "JPEG" ? "jpg" : format.lowercased()
    case .archive, .propertyList: "plist"
    case .json: "json"
    case .text: "txt"
    case .file(_, let fileExtension): fileExtension
    case .bytes: "bin"
    }
  }

  /// Returns the text in data; nil if it is not UTF-8, or has control characters other than tabs and line ends.
  static func text(in data: Data) -> String? {
    guard !data.isEmpty, data.count <= textLimit, !data.contains(where: { $0 < 0x20 && !(9...13 ~= $0) || $0 == 0x7f })
    else { return nil }
    return String(validating: data, as: UTF8.self)
  }

  private static func textKind(_ text: String, _ data: Data) -> DataKind {
    let isXML = text.hasPrefix("<?xml") || text.hasPrefix("<!DOCTYPE plist")
    if isXML, (try? NestedPropertyList.read(data, allowsXML: true)) != nil { return .propertyList }
    return data.count > structureLimit || JSON(structureIn: text) == nil ? .text : .json
  }

  private static func pictureFormat(_ data: Data) -> String? {
    let bytes = [UInt8](data.prefix(16))
    func begins(_ start: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: start) }
    if begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return "PNG" }
    if begins([0xff, 0xd8, 0xff]) { return "JPEG" }
    if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) { return "GIF" }
    if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return "WebP" }
    if begins([0x49, 0x49, 0x2a, 0]) || begins([0x4d, 0x4d, 0, 0x2a]) { return "TIFF" }
    // A text may begin with these letters, too. In a bitmap two bytes of the image's offset are zero.
    if begins(Array("BM".utf8)), begins([0, 0], at: 12), bytes.count >= 14 { return "BMP" }
    guard begins(Array("ftyp".utf8), at: 4) else { return nil }
    return switch String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self) {
    case "heic", "heix", "hevc", "mif1", "msf1": "HEIC"
    case "avif", "avis": "AVIF"
    default: nil
    }
  }

  private static func fileFormat(_ data: Data) -> (format: String, fileExtension: String)? {
    let known: [(offset: Int, bytes: [UInt8], format: String, fileExtension: String)] = [
      (0, Array("%PDF-".utf8), "PDF document", "pdf"), (0, [0x50, 0x4b, 3, 4], "ZIP archive", "zip"),
      (0, [0x1f, 0x8b, 8], "gzip file", "gz"), (0, Array("SQLite format 3\0".utf8), "SQLite database", "sqlite"),
      (4, Array("ftypqt".utf8), "QuickTime film", "mov"), (4, Array("ftypM4A".utf8), "MPEG-4 sound", "m4a"),
      (4, Array("ftyp".utf8), "MPEG-4 file", "mp4"), (0, Array("ID3".utf8), "MP3 sound", "mp3"),
      (8, Array("WAVE".utf8), "WAV sound", "wav"), (0, Array("caff\0\u{1}".utf8), "CAF sound", "caf"),
    ]
    let start = [UInt8](data.prefix(4))
    // Formats that begin with letters could be texts. A zero size before the letters, or a low version after them,
    // rules that out.
    let found = known.first { entry in
      guard data.dropFirst(entry.offset).starts(with: entry.bytes) else { return false }
      switch entry.offset {
      case 4: return start[0] == 0
      case 8: return start == Array("RIFF".utf8)
      default: return entry.fileExtension != "mp3" || start.count == 4 && start[3] < 0x10
      }
    }
    return found.map { ($0.format, $0.fileExtension) }
  }
}
