/// The kinds of changes that a fetched results controller reports. Sections are inserted and deleted only.
public enum NSFetchedResultsChangeType: UInt, Sendable {
  case insert = 1
  case delete = 2
  /// The object stands elsewhere. It may have changed otherwise, too; no update is reported besides.
  case move = 3
  /// The object changed and stands where it stood, shifts by others' insertions and deletions aside.
  case update = 4
}
