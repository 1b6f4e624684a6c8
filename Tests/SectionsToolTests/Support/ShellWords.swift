import Foundation

/// The words of a command on a page, split as a shell does.
enum ShellWords {
  /// A part in single quotes is one word. The redirection after `>` is omitted.
  static func of(_ command: String) -> [String] {
    let call = command.components(separatedBy: " > ")[0]
    return call.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }
}
