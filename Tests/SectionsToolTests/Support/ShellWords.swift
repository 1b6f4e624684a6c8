import Foundation

/// The words of a command that a page shows, as a shell reads them.
enum ShellWords {
  /// A part between single quotes is one word; what follows `>` is the shell's.
  static func of(_ command: String) -> [String] {
    let call = command.components(separatedBy: " > ")[0]
    return call.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }
}
