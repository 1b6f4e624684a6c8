import OrderedRows

/// A shell that can complete the tool's arguments. The completion script is made from the descriptions of the commands.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish

  init(_ arguments: ArgumentReader) throws {
    let name = arguments.positional[0]
    guard let shell = Self(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue)
      let near = NearNames.question(for: name, among: names)
      throw arguments.usage("'\(name)' is no shell with completion; there are \(names.joined(separator: ", ")).\(near)")
    }
    self = shell
  }

  /// The completion script. Each line ends with a newline.
  var script: String {
    switch self {
    case .bash: BashCompletion.script
    case .zsh: ZshCompletion.script
    case .fish: FishCompletion.script
    }
  }

  /// Returns a text in single quotes for bash and zsh.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}

extension String {
  /// Returns the text with a backslash before each of some characters and before each backslash.
  func escaping(_ characters: String) -> String {
    reduce(into: "") { text, character in
      if character == "\\" || characters.contains(character) { text.append("\\") }
      text.append(character)
    }
  }
}
