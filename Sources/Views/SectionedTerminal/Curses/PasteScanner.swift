/// Finds the end of a paste in the input of a terminal. Also finds the beginning if it arrives in pieces.
///
/// A terminal in bracketed paste mode (2004) sends ``begin`` before pasted text and ``end`` after it. Everything
/// between is text, however slowly it arrives, and even if it looks like a key. If the end is missing, the paste ends
/// with the end of the next one.
package struct PasteScanner {
  package static let (begin, end) = ("\u{1B}[200~", "\u{1B}[201~")
  /// The codes that we define in curses for both sequences. They are above the codes of curses itself and those that it
  /// defines for a terminal type.
  static let (beginCode, endCode): (Int32, Int32) = (0x4001, 0x4002)

  /// The bytes received since the beginning; nil outside of a paste.
  private var bytes: [UInt8]?
  /// The number of bytes of a beginning that were received as single characters.
  private var matched = 0

  package init() {}

  /// Whether a paste has begun and its end has not come yet.
  package var isPasting: Bool { bytes != nil }

  package mutating func start() { (bytes, matched) = ([], 0) }

  /// Handles a character that curses did not recognize as part of a key. That happens on a slow line, where curses
  /// stops waiting before the next character arrives.
  ///
  /// - Returns: whether the character completes the beginning of a paste.
  package mutating func begins(with code: UInt32) -> Bool {
    let marker = Array(Self.begin.utf8)
    matched = code == UInt32(marker[matched]) ? matched + 1 : code == UInt32(marker[0]) ? 1 : 0
    guard matched == marker.count else { return false }
    start()
    return true
  }

  /// Adds a byte of a paste.
  ///
  /// - Returns: the pasted text in the form of ``TerminalKey/paste(_:)`` if this byte completes the end of the paste;
  ///   else nil.
  package mutating func take(_ byte: UInt8) -> String? {
    bytes?.append(byte)
    guard byte == UInt8(ascii: "~"), let bytes, bytes.suffix(Self.end.utf8.count).elementsEqual(Self.end.utf8) else {
      return nil
    }
    self.bytes = nil
    return Self.text(of: bytes.dropLast(Self.end.utf8.count))
  }

  private static func text(of bytes: ArraySlice<UInt8>) -> String {
    // Done only at the end, because removing a beginning may join two parts into something that looks like an end.
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
