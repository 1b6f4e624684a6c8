/// Formats text of a manual page with the `man` macros of troff.
enum ManualText {
  /// Escapes a text so that troff prints each character literally, also at the beginning of a line.
  static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += #"\e"#
      // An unescaped hyphen-minus may be printed as a hyphen, which does not work in a copied option.
      case "-": escaped += #"\-"#
      case "'": escaped += #"\(aq"#
      // Output devices without this glyph omit it.
      case "…": escaped += "..."
      case "^": escaped += #"\(ha"#
      case "~": escaped += #"\(ti"#
      case "\0"..."\u{7f}": escaped.unicodeScalars.append(scalar)
      default:
        let number = String(scalar.value, radix: 16, uppercase: true)
        escaped += #"\[u"# + String(repeating: "0", count: max(0, 4 - number.count)) + number + "]"
      }
    }
    return escaped.hasPrefix(".") ? #"\&"# + escaped : escaped
  }

  /// A word in bold within a line.
  static func bold(_ text: String) -> String { #"\fB"# + escaped(text) + #"\fR"# }

  /// A heading of the page.
  static func heading(_ title: String) -> [String] { [".SH \(title)"] }

  /// A term and its meaning.
  static func entry(_ term: String, _ meaning: String) -> [String] { [".TP", term, escaped(meaning)] }

  /// A paragraph of help. Indented lines remain separate lines.
  static func paragraph(_ text: String) -> [String] {
    var lines = [".PP"]
    var wasIndented = false
    for line in text.split(separator: "\n") {
      let isIndented = line.hasPrefix(" ")
      if isIndented || wasIndented { lines.append(".br") }
      lines.append((isIndented ? #"\ \ "# : "") + escaped(line.drop { $0 == " " }))
      wasIndented = isIndented
    }
    return lines
  }

  /// Lines that troff neither fills nor breaks, such as commands to copy.
  static func block(_ lines: [String]) -> [String] { [".PP", ".nf"] + lines.map(escaped) + [".fi"] }
}
