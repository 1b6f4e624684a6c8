/// The names and signs in an SQL statement, enough to find out which objects it names.
enum SQLTokens: Equatable {
  /// A keyword or name, in capitals and without quotes.
  case name(String)
  case sign(Character)

  /// - Returns: nil if the statement has comments or unterminated quotes, which Core Data never writes.
  static func all(in sql: String) -> [SQLTokens]? {
    var tokens: [SQLTokens] = []
    let characters = Array(sql)
    var place = 0
    /// The text up to the closing quote. A doubled quote inside stands for one.
    func quoted(until end: Character) -> String? {
      var text = ""
      place += 1
      while place < characters.count {
        if characters[place] == end {
          guard end != "]", place + 1 < characters.count, characters[place + 1] == end else {
            place += 1
            return text
          }
          place += 1
        }
        text.append(characters[place])
        place += 1
      }
      return nil
    }
    while place < characters.count {
      let character = characters[place]
      let next = place + 1 < characters.count ? characters[place + 1] : " "
      switch character {
      case "'":
        guard quoted(until: "'") != nil else { return nil }
      case "\"", "`":
        guard let name = quoted(until: character) else { return nil }
        tokens.append(.name(name.uppercased()))
      case "[":
        guard let name = quoted(until: "]") else { return nil }
        tokens.append(.name(name.uppercased()))
      case "-" where next == "-", "/" where next == "*": return nil
      case _ where isOfName(character) && !character.isNumber:
        var name = ""
        while place < characters.count, isOfName(characters[place]) {
          name.append(characters[place])
          place += 1
        }
        tokens.append(.name(name.uppercased()))
      case _ where character.isNumber:
        while place < characters.count, isOfName(characters[place]) || characters[place] == "." { place += 1 }
      default:
        if !character.isWhitespace { tokens.append(.sign(character)) }
        place += 1
      }
    }
    return tokens
  }

  private static func isOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$" || !character.isASCII
  }
}
