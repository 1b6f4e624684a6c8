import SectionedFetchedResults

@testable import SectionedDataSources

extension DataSourceUpdates {
  /// Removes and returns the element that waits for the consumer; nil if there is none. It does not wait for one.
  func takeWaiting() -> Element? { mailbox.takeWaiting()?.joined }
}
