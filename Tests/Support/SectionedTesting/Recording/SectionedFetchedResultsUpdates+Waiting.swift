import SectionedFetchedResults

extension SectionedFetchedResultsUpdates {
  /// Takes the element that waits for the consumer; nil if there is none. It does not suspend, so that it can be called
  /// on the queue of the context.
  package func takeWaiting() -> SectionedFetchedResultsUpdate? { mailbox.takeWaiting() }
}
