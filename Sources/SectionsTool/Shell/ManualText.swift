/// Text of a manual page, in the language of `man`'s macros for troff.
enum ManualText {
  /// A text in which each character stands for itself, also at the beginning of a line.
  static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += #"\e"#
      // A bare one may be printed as a hyphen, which cannot be copied as an option.
      case "-": escaped += #"\-"#
      case "'": escaped += #"\(aq"#
      // Devices without such a glyph leave it out.
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

  /// A word in bold letters, within a line.
  static func bold(_ text: String) -> String { #"\fB"# + escaped(text) + #"\fR"# }

  /// A heading of the page.
  static func heading(_ title: String) -> [String] { [".SH \(title)"] }

  /// A term, and what it means behind or below it.
  static func entry(_ term: String, _ meaning: String) -> [String] { [".TP", term, escaped(meaning)] }

  /// Lines of help: a paragraph in which those that are indented stay lines of their own.
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

  /// Lines that are neither filled nor broken, such as commands to copy.
  static func block(_ lines: [String]) -> [String] { [".PP", ".nf"] + lines.map(escaped) + [".fi"] }
}
