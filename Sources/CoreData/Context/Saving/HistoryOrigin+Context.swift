import Foundation

extension HistoryOrigin {
  /// The program and process, and what a context says of itself.
  init(of context: NSManagedObjectContext) {
    self.init(
      author: context.transactionAuthor, contextName: context.name, bundleID: Self.program, processID: Self.process)
  }

  private static let program = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  private static let process = {
    let process = ProcessInfo.processInfo
    return "\(process.processName).\(process.processIdentifier)"
  }()
}
