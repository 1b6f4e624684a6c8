import Foundation

/// The text of the status line.
struct BrowseStatus: Equatable {
  let text: String
  let isError: Bool

  static func note(_ text: String) -> BrowseStatus { BrowseStatus(text: text, isError: false) }

  /// A line of the log, without the time and the process that `NSLog` writes before it.
  static func log(_ line: String) -> BrowseStatus {
    let begin = line.first?.isNumber == true ? line.range(of: "] ")?.upperBound : nil
    return BrowseStatus(text: String(line[(begin ?? line.startIndex)...]).printable, isError: true)
  }

  static func error(_ error: any Error) -> BrowseStatus {
    BrowseStatus(text: StoreLocation.withoutSecrets(describe(error)).printable, isError: true)
  }
}
