/// Is notified of what changes in the results of a fetched results controller, by keys: the notification makes no
/// object.
///
/// Called once an event, where the delegate would be notified and before it, if anything changed or could not be read. The
/// controller shows the new results already.
package protocol ResultsChangesObserver: AnyObject {
  func resultsDidChange(_ changes: ResultsChanges)

  /// Called where the results could not follow an event: they are as before it, and are fetched again with the next one.
  func resultsDidFail(_ error: any Error)
}
