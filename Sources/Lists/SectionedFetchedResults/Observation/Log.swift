import Foundation

/// Messages for the developer about problems that the user does not notice.
enum Log {
  static func note(_ message: @autoclosure () -> String) {
    FileHandle.standardError.write(Data("SectionedFetchedResults: \(message())\n".utf8))
  }
}
