/// Hears what changes in the results of a fetched results controller, by keys: hearing makes no object.
///
/// Called once an event, where the delegate would be told and before it, if anything changed. The controller shows the
/// new results already.
package protocol ResultsChangesObserver: AnyObject {
  func resultsDidChange(_ changes: ResultsChanges)
}
