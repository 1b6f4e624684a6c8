/// Finds the end of a paste in what a terminal sends, and its beginning where that comes in pieces.
///
/// A terminal that was asked to (mode 2004) sends ``begin`` before what is pasted and ``end`` behind it. Between them
/// all is text, however long it takes: what looks like a key in it is none. Where the end never comes, that of the next
/// paste is taken.
package struct PasteScanner {
  package static let (begin, end) = ("\u{1B}[200~", "\u{1B}[201~")
  /// The codes that curses is given for them, past its own and those that it makes up for a kind of terminal.
  static let (beginCode, endCode): (Int32, Int32) = (0x4001, 0x4002)

  /// What has come since the beginning; nil outside of a paste.
  private var bytes: [UInt8]?
  /// How much of a beginning has come in single characters.
  private var matched = 0

  package init() {}

  /// Whether a paste has begun whose end has not come.
  package var isPasting: Bool { bytes != nil }

  package mutating func start() { (bytes, matched) = ([], 0) }

  /// Takes a character that curses did not find to be a part of a key, as on a slow line, where it waits for the next
  /// one in vain.
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
  /// - Returns: all that was pasted, as ``TerminalKey/paste(_:)`` has it, when this was the last byte of its end.
  package mutating func take(_ byte: UInt8) -> String? {
    bytes?.append(byte)
    guard byte == UInt8(ascii: "~"), let bytes, bytes.suffix(Self.end.utf8.count).elementsEqual(Self.end.utf8) else {
      return nil
    }
    self.bytes = nil
    return Self.text(of: bytes.dropLast(Self.end.utf8.count))
  }

  private static func text(of bytes: ArraySlice<UInt8>) -> String {
    // Only now: what is left of two halves when a beginning between them is taken out is not an end.
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
