/// Divides a program's output into characters and control sequences.
struct Parser {
  enum Event: Hashable {
    case scalar(Unicode.Scalar)
    case control(UInt8)
    /// An escape sequence, with the bytes between the escape and the final byte.
    case escape(between: String, final: Character)
    /// `ESC [` with its parameters, or its private form with a mark such as `?`.
    case sequence(mark: String, numbers: [Int?], between: String, final: Character)
    /// `ESC ]` with its text.
    case command(String)
  }

  private enum State {
    case ground, escape, sequence, command
  }

  private var state = State.ground
  private var text = ""
  private var utf8: [UInt8] = []
  private var expected = 0

  mutating func take(_ byte: UInt8) -> Event? {
    switch state {
    case .command:
      if byte == 7 || (byte == 0x5C && text.last == "\u{1B}") {
        state = .ground
        return .command(text)
      }
      text.unicodeScalars.append(Unicode.Scalar(byte))
      return nil
    // A control character within a sequence takes effect immediately.
    case _ where byte < 0x20 && byte != 0x1B: return .control(byte)
    case .ground: return ground(byte)
    case .escape: return escape(byte)
    case .sequence:
      let character = Character(Unicode.Scalar(byte))
      guard byte >= 0x40 else {
        text.append(character)
        return nil
      }
      state = .ground
      return sequence(character)
    }
  }

  private mutating func ground(_ byte: UInt8) -> Event? {
    if byte == 0x1B {
      (state, text) = (.escape, "")
      return nil
    }
    if byte < 0x80 { return byte == 0x7F ? .control(byte) : .scalar(Unicode.Scalar(byte)) }
    if byte >= 0xC0 {
      utf8 = [byte]
      expected = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      return nil
    }
    utf8.append(byte)
    guard utf8.count == expected else { return nil }
    return String(decoding: utf8, as: UTF8.self).unicodeScalars.first.map { .scalar($0) }
  }

  private mutating func escape(_ byte: UInt8) -> Event? {
    let character = Character(Unicode.Scalar(byte))
    if text.isEmpty, character == "[" || character == "]" {
      (state, text) = (character == "[" ? .sequence : .command, "")
      return nil
    }
    guard byte >= 0x30 else {
      text.append(character)
      return nil
    }
    state = .ground
    return .escape(between: text, final: character)
  }

  private func sequence(_ final: Character) -> Event {
    let mark = text.prefix { "<=>?".contains($0) }
    let rest = text.dropFirst(mark.count)
    let numbers = rest.prefix { $0.isNumber || $0 == ";" || $0 == ":" }
    return .sequence(
      mark: String(mark), numbers: numbers.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) },
      between: String(rest.dropFirst(numbers.count)), final: final)
  }
}
