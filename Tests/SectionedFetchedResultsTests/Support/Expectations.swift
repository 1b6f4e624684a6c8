import SectionedFetchedResults
import SectionedTesting
import Testing

/// Expects that the shown list equals one that is fetched and grouped anew.
func expectCurrent(
  _ controller: MusicLibrary.Controller, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let shown = ReferenceList(shownBy: controller)
  let reference = try ReferenceList(for: controller)
  #expect(shown == reference, sourceLocation: sourceLocation)
}
