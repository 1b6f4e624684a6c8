import SectionedFetchedResults
import SectionedTesting
import Testing

/// The shown list is what fetching both and regrouping gives.
func expectCurrent(
  _ controller: MusicLibrary.Controller, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let shown = ReferenceList(shownBy: controller)
  let reference = try ReferenceList(for: controller)
  #expect(shown == reference, sourceLocation: sourceLocation)
}
