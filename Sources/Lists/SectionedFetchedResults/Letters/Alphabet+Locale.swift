extension Alphabet {
  static let all = ofLatinLetters + ofWesternLetters + ofAsianLetters

  /// The alphabet of each script for languages without their own: the first one of the script.
  static let common = Dictionary(all.map { ($0.script, $0) }, uniquingKeysWith: { first, _ in first })

  private static let byCode = Dictionary(
    all.flatMap { alphabet in alphabet.languages.split(separator: " ").map { (String($0), alphabet) } },
    uniquingKeysWith: { first, _ in first })

  /// The codes of languages with an alphabet in these tables. Chinese has two: `zh_Hant`, and `zh`, whose pinyin
  /// readings use the English alphabet.
  static var codes: [String] { byCode.keys.sorted() + ["zh"] }

  /// The alphabet of a code. Chinese readings are written in Latin letters.
  static func of(code: String) -> Alphabet? {
    if let alphabet = byCode[code] { return alphabet }
    let parts = code.split(separator: "_")
    return parts.count == 2 ? Script(rawValue: String(parts[1])).flatMap { common[$0] } : common[.latin]
  }

  /// The code for a locale's alphabet: a language, or a language and a script. Languages without an alphabet of their
  /// own use the English one.
  static func code(ofLocale identifier: String) -> String {
    let parts = identifier.prefix { $0 != "@" && $0 != "." }.split { $0 == "_" || $0 == "-" }
    let language = parts.first.map { $0.lowercased() } ?? ""
    // A one-letter subtag begins the extensions, such as the digits in `hi-u-nu-latn`.
    let further = parts.dropFirst().prefix { $0.count > 1 }
    let script = further.first { $0.count == 4 }.map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    let region = further.first { $0.count == 2 }.map { $0.uppercased() }
    switch language {
    case "zh", "cmn", "wuu": return isTraditional(script, region) ? "zh_Hant" : "zh"
    case "yue": return script == "Hans" ? "zh" : "zh_Hant"
    case "sr" where script == nil && region == "ME", "sh": return "sr_Latn"
    default: break
    }
    let code = renamed[language] ?? language
    if let script, let known = Script(rawValue: script), known != byCode[code]?.script {
      let both = "\(code)_\(script)"
      return byCode[both] == nil && common[known] == nil ? code : both
    }
    return byCode[code] == nil ? "en" : code
  }

  private static func isTraditional(_ script: String?, _ region: String?) -> Bool {
    guard let script else { return ["TW", "HK", "MO"].contains(region) }
    return script == "Hant"
  }

  /// Current codes for outdated ones that some systems use.
  private static let renamed = ["no": "nb", "tl": "fil", "iw": "he", "in": "id", "mo": "ro"]
}
