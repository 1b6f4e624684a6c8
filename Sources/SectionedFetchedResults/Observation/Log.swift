import Foundation

/// Notes for the developer, about what a user of the list never sees.
enum Log {
  static func note(_ message: @autoclosure () -> String) {
    FileHandle.standardError.write(Data("SectionedFetchedResults: \(message())\n".utf8))
  }
}
