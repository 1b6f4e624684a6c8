import SectionedFetchedResults

@testable import SectionedDataSources

extension DataSourceUpdates {
  /// Takes the element that waits for the consumer; nil when there is none. It does not wait.
  func takeWaiting() -> Element? { mailbox.takeWaiting()?.joined }
}
