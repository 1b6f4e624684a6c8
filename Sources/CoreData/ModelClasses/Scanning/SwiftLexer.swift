/// Splits a Swift source into tokens. Comments and the contents of literals are not tokens.
///
/// A regular expression between plain slashes is read as operators. This causes errors only if it contains a quotation
/// mark or an unmatched bracket, and only up to the end of its line or declaration.
struct SwiftLexer {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var tokens: [SwiftToken] = []

  static func tokens(_ source: String) -> [SwiftToken] {
    var lexer = SwiftLexer(bytes: Array(source.utf8))
    lexer.run()
    return lexer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int = 0) -> UInt8 { place + offset < bytes.count ? bytes[place + offset] : 0 }
  private func character(_ offset: Int = 0) -> Character { Character(UnicodeScalar(byte(offset))) }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where place < bytes.count {
      if bytes[place] == UInt8(ascii: "\n") { line += 1 }
      place += 1
    }
  }

  private mutating func run() {
    if character() == "#", character(1) == "!" { skipLine() }
    while place < bytes.count {
      switch character() {
      case " ", "\t", "\n", "\r", "\0": advance()
      case "/" where character(1) == "/": skipLine()
      case "/" where character(1) == "*": skipComment()
      case "\"": text(hashes: 0)
      case "#": hash()
      case "`": quotedWord()
      case let first where isWord(first): word()
      default: add(.symbol, from: place, line: line, length: 1)
      }
    }
  }

  private func isWord(_ character: Character) -> Bool {
    switch character {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
    // The UTF-8 encoding of every non-ASCII letter consists of such bytes.
    case "\u{80}"..."\u{FF}": true
    default: false
    }
  }

  private mutating func add(_ kind: SwiftToken.Kind, from start: Int, line: Int, length: Int) {
    advance(length)
    add(kind, String(decoding: bytes[start..<place], as: UTF8.self), from: start, line: line)
  }

  private mutating func add(_ kind: SwiftToken.Kind, _ text: String, from start: Int, line: Int) {
    let isJoined = tokens.last.map { $0.range.upperBound == start } ?? false
    tokens.append(SwiftToken(kind: kind, text: text, range: start..<place, line: line, isJoined: isJoined))
  }

  private mutating func skipLine() {
    while place < bytes.count, character() != "\n" { advance() }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if character() == "/", character(1) == "*" {
        depth += 1
        advance(2)
      } else if character() == "*", character(1) == "/" {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && place < bytes.count
  }

  private mutating func word() {
    var length = 0
    while isWord(character(length)) { length += 1 }
    add(.word, from: place, line: line, length: length)
  }

  private mutating func quotedWord() {
    let (start, startLine) = (place, line)
    advance()
    let first = place
    while place < bytes.count, character() != "`", character() != "\n" { advance() }
    let name = String(decoding: bytes[first..<place], as: UTF8.self)
    advance()
    add(.word, name, from: start, line: startLine)
  }

  private mutating func hash() {
    var hashes = 0
    while character(hashes) == "#" { hashes += 1 }
    switch character(hashes) {
    case "\"":
      advance(hashes)
      return text(hashes: hashes)
    case "/" where character(hashes + 1) != "/" && character(hashes + 1) != "*": return expression(hashes: hashes)
    default: break
    }
    var length = 1
    while isWord(character(length)) { length += 1 }
    let name = String(decoding: bytes[place + 1..<place + length], as: UTF8.self)
    guard let directive = SwiftToken.Directive(rawValue: name) else {
      return add(.symbol, from: place, line: line, length: 1)
    }
    let (start, startLine) = (place, line)
    advance(length)
    let first = place
    var depth = 0
    // A condition continues on the next line if a parenthesis is open.
    while place < bytes.count, character() != "\n" || depth > 0 {
      if character() == "/", character(1) == "/" || character(1) == "*" { break }
      if character() == "(" { depth += 1 }
      if character() == ")" { depth -= 1 }
      advance()
    }
    let condition = String(decoding: bytes[first..<place], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    add(.directive(directive), condition.joined(separator: " "), from: start, line: startLine)
  }

  /// Reads an extended regular expression, `#/…/#`.
  private mutating func expression(hashes: Int) {
    let (start, startLine) = (place, line)
    advance(hashes + 1)
    while place < bytes.count, !(character() == "/" && hasHashes(hashes, after: 1)) {
      advance(character() == "\\" ? 2 : 1)
    }
    advance(hashes + 1)
    add(.literal, "", from: start, line: startLine)
  }

  private func hasHashes(_ count: Int, after offset: Int) -> Bool {
    (0..<count).allSatisfy { character(offset + $0) == "#" }
  }

  /// Reads a string literal with its delimiters and interpolations.
  private mutating func text(hashes: Int) {
    let (start, startLine) = (place - hashes, line)
    let isLong = beginsLongText(hashes: hashes)
    let quotes = isLong ? 3 : 1
    advance(quotes)
    while place < bytes.count {
      if character() == "\n", !isLong { break }
      if character() == "\\", hasHashes(hashes, after: 1) {
        let isInterpolation = character(1 + hashes) == "("
        advance(2 + hashes)
        if isInterpolation { skipInterpolation() }
      } else if (0..<quotes).allSatisfy({ character($0) == "\"" }), hasHashes(hashes, after: quotes) {
        advance(quotes + hashes)
        break
      } else {
        advance()
      }
    }
    add(.literal, String(decoding: bytes[start..<place], as: UTF8.self), from: start, line: startLine)
  }

  /// Whether quotation marks begin a multi-line string. Three do, unless a raw string ends in the same line, as in
  /// `#"""#`.
  private func beginsLongText(hashes: Int) -> Bool {
    guard (0..<3).allSatisfy({ character($0) == "\"" }) else { return false }
    if hashes == 0 { return true }
    var offset = 2
    while place + offset < bytes.count, character(offset) != "\n" {
      if character(offset) == "\"", hasHashes(hashes, after: offset + 1) { return false }
      offset += 1
    }
    return true
  }

  /// Skips an interpolation after `\(`, up to its closing parenthesis. It may contain string literals.
  private mutating func skipInterpolation() {
    let outer = tokens
    var depth = 1
    while depth > 0, place < bytes.count {
      switch character() {
      case "(": depth += 1
      case ")": depth -= 1
      case "\"":
        text(hashes: 0)
        continue
      case "#" where character(1) == "\"":
        hash()
        continue
      default: break
      }
      advance()
    }
    tokens = outer
  }
}
