import Foundation

/// A file that a command writes at its end.
enum OutputFile {
  /// Writes a text: all of it, or the file is as it was.
  ///
  /// - Parameter noun: what the text is, for the error.
  static func write(_ text: String, to path: String, as noun: String) throws {
    do {
      let kind = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
      // Another file cannot take the place of a device or a pipe, as `/dev/stdout`, and is not to take that of a link.
      let isReplaced = kind == nil || kind == .typeRegular
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: isReplaced ? .atomic : [])
    } catch {
      throw ToolError.data("The \(noun) cannot be written to '\(path)': \(describe(error))")
    }
  }

  /// Whether two paths lead to one file, or would.
  fileprivate static func areSame(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    if stat(first, &one) == 0, stat(second, &other) == 0 {
      return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }
    return resolved(first) == resolved(second)
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}

extension ArgumentReader {
  /// The file that an option names, to be written; nil where it is not given.
  ///
  /// - Parameter inputs: the other files that the command is given.
  /// - Throws: an error where it is one of them, which would be lost.
  func outputFile(_ option: String, besides inputs: [String?]) throws -> String? {
    guard let path = options.first(where: { $0.name == option })?.value else { return nil }
    for case let input? in inputs where input != "-" && OutputFile.areSame(input, path) {
      throw usage("--\(option) \(path) would be written over '\(input)'.")
    }
    return path
  }
}
