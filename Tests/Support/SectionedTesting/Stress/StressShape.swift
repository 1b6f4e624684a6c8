/// The kind of the sections of a stress run, and the key path from its tracks to them.
package enum StressShape: CaseIterable, Sendable {
  /// Albums, one relationship away.
  case albums
  /// Artists, two relationships away. If an album gets another artist, or an artist another name, tracks change their
  /// section without an edit.
  case artists

  /// Chooses artists for one seed in three.
  package init(seed: UInt64) { self = seed % 3 == 0 ? .artists : .albums }

  var entity: String { self == .albums ? "Album" : "Artist" }
  /// The attribute that is the title of a section.
  var title: String { self == .albums ? "title" : "name" }
  var groupingKeyPath: String { self == .albums ? "album.identifier" : "album.artist.name" }
  var itemDependencies: [String] {
    self == .albums ? ["album.title", "album.artist.name"] : ["album.title", "album.artist.isOld"]
  }
  var sectionDependencies: [String] { self == .albums ? ["tracks.title", "artist.name"] : ["albums.title"] }
  /// The dependencies whose objects a history transaction does not name, because it names only the written rows.
  var toManyPaths: Set<String> { ["tracks.title", "albums.title"] }
}
