/// Finds the end of a paste in the input of a terminal, and its beginning if that comes in pieces.
///
/// A terminal that was asked to (mode 2004) sends ``begin`` before pasted text and ``end`` behind it. Everything
/// between them is text, however long it takes to come, even if it looks like a key. If the end never comes, the paste
/// ends with the next one.
package struct PasteScanner {
  package static let (begin, end) = ("\u{1B}[200~", "\u{1B}[201~")
  /// The codes that curses is given for them: above its own codes and those that it defines for a kind of terminal.
  static let (beginCode, endCode): (Int32, Int32) = (0x4001, 0x4002)

  /// The bytes that have come since the beginning; nil outside of a paste.
  private var bytes: [UInt8]?
  /// The number of bytes of a beginning that have come as single characters.
  private var matched = 0

  package init() {}

  /// Whether a paste has begun and its end has not come yet.
  package var isPasting: Bool { bytes != nil }

  package mutating func start() { (bytes, matched) = ([], 0) }

  /// Takes a character that curses did not recognize as a part of a key, as on a slow line, where curses stops waiting
  /// before the next one comes.
  ///
  /// - Returns: whether a paste begins with it.
  package mutating func begins(with code: UInt32) -> Bool {
    let marker = Array(Self.begin.utf8)
    matched = code == UInt32(marker[matched]) ? matched + 1 : code == UInt32(marker[0]) ? 1 : 0
    guard matched == marker.count else { return false }
    start()
    return true
  }

  /// Takes a byte of a paste.
  ///
  /// - Returns: the pasted text in the form of ``TerminalKey/paste(_:)`` if this was the last byte of its end; else
  ///   nil.
  package mutating func take(_ byte: UInt8) -> String? {
    bytes?.append(byte)
    guard byte == UInt8(ascii: "~"), let bytes, bytes.suffix(Self.end.utf8.count).elementsEqual(Self.end.utf8) else {
      return nil
    }
    self.bytes = nil
    return Self.text(of: bytes.dropLast(Self.end.utf8.count))
  }

  private static func text(of bytes: ArraySlice<UInt8>) -> String {
    // Only now, because removing a beginning may join two halves to something that looks like an end.
    let bytes = bytes.replacing(begin.utf8, with: [UInt8]())
    var text = ""
    for character in String(decoding: bytes, as: UTF8.self) {
      if character.isNewline {
        text.append("\n")
      } else {
        text.unicodeScalars += character.unicodeScalars.filter {
          $0 == "\t" || $0.properties.generalCategory != .control
        }
      }
    }
    return text
  }
}
