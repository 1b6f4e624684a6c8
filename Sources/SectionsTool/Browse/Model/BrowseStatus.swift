/// What the last line says.
struct BrowseStatus: Equatable {
  let text: String
  let isError: Bool

  static func note(_ text: String) -> BrowseStatus { BrowseStatus(text: text, isError: false) }

  static func error(_ error: any Error) -> BrowseStatus {
    BrowseStatus(text: describe(error).printable, isError: true)
  }
}
