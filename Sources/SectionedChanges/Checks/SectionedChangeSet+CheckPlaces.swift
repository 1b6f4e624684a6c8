extension SectionedChangeSet {
  /// Checks the changes against the counts of the old list, without replaying them: every place in bounds and named
  /// once, each change in the right kind of section, every count in balance.
  ///
  /// - Complexity: O(changes · log changes).
  /// - Throws: ``SectionedChangeError`` naming the first wrong change.
  @inlinable
  package func checkPlaces(old: ListCounts) throws { try PlaceCheck(self, old: old).run() }
}
