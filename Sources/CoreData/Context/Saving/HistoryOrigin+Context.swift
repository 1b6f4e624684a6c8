import Foundation

extension HistoryOrigin {
  /// The program and process, and what a context says of itself.
  init(of context: NSManagedObjectContext) {
    let process = ProcessInfo.processInfo
    self.init(
      author: context.transactionAuthor, contextName: context.name,
      bundleID: Bundle.main.bundleIdentifier ?? process.processName,
      processID: "\(process.processName).\(process.processIdentifier)")
  }
}
