import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// A law of revisions: an object gets a new revision exactly if it changed, was touched, or was removed and inserted
/// again.
struct RevisionLaw<Source: SectionedDataSource> where Source.Item == NSManagedObject {
  private var seen: [Source.ItemID: (revision: Int, values: String)] = [:]

  /// - Parameters:
  ///   - name: the name of the source, for messages.
  ///   - editor: the editor that knows the touched objects.
  ///   - left: the objects that were removed from the list since the last check.
  mutating func check(
    _ source: Source, _ name: String, _ editor: TrackEditor, left: Set<ListedID<Source.ItemID>>
  ) {
    var now: [Source.ItemID: (revision: Int, values: String)] = [:]
    for section in source.snapshot.sections {
      for element in section.items {
        guard let object = source.item(for: element.id) else { continue }
        let album = (object.value(forKey: "album") as? NSManagedObject).map(MusicLibrary.name)
        let values = "\(MusicLibrary.name(object)) \(object.position) \(album ?? "none")"
        now[element.id.id] = (element.revision, values)
        guard let before = seen[element.id.id] else { continue }
        if before.values != values {
          #expect(
            before.revision != element.revision,
            "\(name): \(before.values) → \(values) is not revised: \(editor.deeds)")
        } else if !editor.touchedAll, !editor.touched.contains(object.objectID),
          !((element.id.id as? NSManagedObjectID).map(editor.touched.contains) ?? false), !left.contains(element.id)
        {
          #expect(before.revision == element.revision, "\(name): \(values) is revised: \(editor.deeds)")
        }
      }
    }
    seen = now
  }
}
