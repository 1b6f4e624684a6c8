/// A change set in the JSON form that tools print.
///
/// Example: `{"sections":{"deleted":[0],"inserted":[2],"moved":[{"from":3,"to":1,"keys":["name"]}],
/// "updated":[{"old":0,"new":0,"keys":null}]},"items":{…},"deletedIDs":["…"],"insertedIDs":["…"]}`. Places of items are
/// `[section, item]`. `keys` are sorted, or null if they are unknown. Identifiers of sections precede those of items.
/// If identifiers changed, `"renamedIDs":[{"old":"…","new":"…"}]` follows, sections before items.
package struct ChangesDocument: Encodable {
  private let sections: Level<Int>
  private let items: Level<[Int]>
  private let deletedIDs: [String]
  private let insertedIDs: [String]
  /// The renamings; nil to omit the member if there are none.
  private let renamedIDs: [Renaming]?

  /// - Parameters:
  ///   - sectionName: returns the text of a section's identifier; nil for a section without an object.
  ///   - itemName: returns the text of an item's identifier.
  package init<S, I>(
    _ changes: SectionedChangeSet<S, I>, sectionName: (S) -> String?, itemName: (I) -> String
  ) {
    sections = Level(changes.sections) { $0 }
    items = Level(changes.items) { [$0.section, $0.item] }
    deletedIDs = changes.deletedSectionIDs.compactMap(sectionName) + changes.deletedItemIDs.map(itemName)
    insertedIDs = changes.insertedSectionIDs.compactMap(sectionName) + changes.insertedItemIDs.map(itemName)
    let sections = changes.sections.renamed.compactMap { renaming in
      sectionName(renaming.old).flatMap { old in sectionName(renaming.new).map { Renaming(old: old, new: $0) } }
    }
    let all = sections + changes.items.renamed.map { Renaming(old: itemName($0.old), new: itemName($0.new)) }
    renamedIDs = all.isEmpty ? nil : all
  }

  private struct Renaming: Encodable {
    let old: String
    let new: String
  }

  /// The changes of sections or of items.
  private struct Level<Text: Encodable>: Encodable {
    let deleted: [Text]
    let inserted: [Text]
    let moved: [Change<Text>]
    let updated: [Change<Text>]

    init<Place, ID>(_ changes: ListChanges<Place, ID>, text: (Place) -> Text) {
      deleted = changes.deleted.map { text($0.place) }
      inserted = changes.inserted.map { text($0.place) }
      moved = changes.moved.map {
        Change(names: (.from, .to), places: (text($0.from), text($0.to)), keys: $0.keys?.sorted())
      }
      updated = changes.updated.map {
        Change(names: (.old, .new), places: (text($0.old), text($0.new)), keys: $0.keys?.sorted())
      }
    }
  }

  /// A move or an update.
  private struct Change<Text: Encodable>: Encodable {
    enum CodingKeys: CodingKey { case from, to, old, new, keys }

    let names: (CodingKeys, CodingKeys)
    let places: (Text, Text)
    let keys: [String]?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(places.0, forKey: names.0)
      try container.encode(places.1, forKey: names.1)
      // Encode unknown keys as null instead of omitting the member.
      try container.encode(keys, forKey: .keys)
    }
  }
}
