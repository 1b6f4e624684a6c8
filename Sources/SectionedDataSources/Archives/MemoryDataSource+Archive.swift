import Foundation

extension MemoryDataSource where Section: Codable, Item: Codable {
  /// Copies the list, as the verbs have left it. Sections and items have to be `Codable`.
  ///
  /// - Parameter date: the date of the archive.
  /// - Complexity: O(rows).
  public func archive(date: Date = Date()) -> SourceArchive<Section, Item> { SourceArchive(content, date: date) }

  /// Shows the content of an archive. Sections and items have to be `Codable`.
  ///
  /// - Complexity: O(rows).
  public func restore(from archive: SourceArchive<Section, Item>) { set(archive.content) }
}
