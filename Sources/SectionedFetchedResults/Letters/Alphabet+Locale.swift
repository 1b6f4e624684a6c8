extension Alphabet {
  static let all = ofLatinLetters + ofWesternLetters + ofAsianLetters

  /// The alphabet of each script in the lists of other languages: the first of the script.
  static let common = Dictionary(all.map { ($0.script, $0) }, uniquingKeysWith: { first, _ in first })

  private static let byCode = Dictionary(
    all.flatMap { alphabet in alphabet.languages.split(separator: " ").map { (String($0), alphabet) } },
    uniquingKeysWith: { first, _ in first })

  /// The codes of languages with an alphabet in these tables. Chinese, which also has that of English, has two.
  static var codes: [String] { byCode.keys.sorted() + ["zh"] }

  /// The alphabet of a code. Chinese readings are written in Latin letters.
  static func of(code: String) -> Alphabet? {
    if let alphabet = byCode[code] { return alphabet }
    let parts = code.split(separator: "_")
    return parts.count == 2 ? Script(rawValue: String(parts[1])).flatMap { common[$0] } : common[.latin]
  }

  /// The code by which a locale's alphabet is found, which is a language, or a language and a script. Languages without
  /// an alphabet of their own have that of English.
  static func code(ofLocale identifier: String) -> String {
    let parts = identifier.prefix { $0 != "@" && $0 != "." }.split { $0 == "_" || $0 == "-" }
    let language = parts.first.map { $0.lowercased() } ?? ""
    // A part of one letter begins extensions, as of the digits in `hi-u-nu-latn`.
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

  /// Codes that some systems use for other ones.
  private static let renamed = ["no": "nb", "tl": "fil", "iw": "he", "in": "id", "mo": "ro"]
}
