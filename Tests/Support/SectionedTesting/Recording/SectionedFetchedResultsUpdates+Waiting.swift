import SectionedFetchedResults

extension SectionedFetchedResultsUpdates {
  /// Takes the element that waits for the consumer; nil when there is none. It does not wait, so that it can be called on
  /// the queue of the context.
  package func takeWaiting() -> SectionedFetchedResultsUpdate? { mailbox.takeWaiting() }
}
