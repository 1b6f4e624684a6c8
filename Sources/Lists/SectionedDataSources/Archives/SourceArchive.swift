import Foundation

/// A copy of a list that outlives the process: its sections with their items, its loading state, and the date.
///
/// ```swift
/// try books.archive().write(to: file)
/// // in the next process
/// try books.restore(from: SourceArchive(contentsOf: file))     // shown at once, and loaded again
/// ```
///
/// Later changes of the source, or of a source restored from the archive, do not change the archive.
public struct SourceArchive<Section: Codable, Item: Codable> {
  /// The current version of the format. Archives of later versions are not read.
  public static var currentVersion: Int { 2 }

  /// The sections with their items.
  public var content: [SectionContent<Section, Item>]
  /// The loading phase of the list; never one in which something is being loaded.
  public var phase: LoadingPhase
  /// The date at which the archive was made.
  public var date: Date
  /// The version of the format.
  public var version: Int
  /// Whether there was more content to load.
  public var hasMore: Bool
  /// The encoded cursor of the next page; nil if there was none.
  public var cursor: Data?
  /// The message of the loading error; nil if there was none.
  public var failure: String?
  /// The page before the first one; nil if there was none to load. Archives of earlier versions of this package have
  /// none.
  public var earlier: EarlierPage?

  /// A page before the first one that could be loaded.
  public struct EarlierPage: Codable, Hashable, Sendable {
    /// The encoded cursor of the page; nil if it had none.
    public var cursor: Data?

    /// Makes a page from its encoded cursor.
    ///
    /// - Parameter cursor: the encoded cursor; nil if the page has none.
    public init(cursor: Data?) { self.cursor = cursor }
  }

  /// Makes an archive from its parts.
  ///
  /// - Parameters:
  ///   - content: the sections with their items.
  ///   - phase: the loading phase of the list.
  ///   - date: the date of the archive.
  ///   - hasMore: whether there is more content to load after the last page.
  ///   - cursor: the encoded cursor of the next page; nil if there is none.
  ///   - failure: the message of the loading error; nil if there is none.
  ///   - earlier: the page before the first one; nil if there is none to load.
  public init(
    _ content: [SectionContent<Section, Item>], phase: LoadingPhase = .loaded, date: Date = Date(),
    hasMore: Bool = false, cursor: Data? = nil, failure: String? = nil, earlier: EarlierPage? = nil
  ) {
    self.content = content
    self.phase = phase
    self.date = date
    version = Self.currentVersion
    self.hasMore = hasMore
    self.cursor = cursor
    self.failure = failure
    self.earlier = earlier
  }

  /// Whether a list in a phase can be archived: true unless something is being loaded.
  public static func canArchive(_ phase: LoadingPhase) -> Bool { !phase.isLoading }

  /// The result of a loading that would have ended with this archive.
  public var equivalentResult: LoadingMachine.Result {
    switch phase {
    // A list may have been filled by hand before anything was loaded.
    case .initial where content.contains { !$0.items.isEmpty }: hasMore ? .complete : .partial
    case .initial, .empty: .empty
    case .failed: .failed
    case .loading, .refreshing, .appending, .loaded: hasMore ? .complete : .partial
    }
  }
}

extension SourceArchive: Codable {}
extension SourceArchive: Equatable where Section: Equatable, Item: Equatable {}
extension SourceArchive: Sendable where Section: Sendable, Item: Sendable {}

/// A loading error from before a list was archived. Only the message of the original error is kept.
public struct ArchivedFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message of the original error.
  public let description: String

  /// Makes the error.
  public init(_ description: String) { self.description = description }
}

extension ArchivedFailure: LocalizedError {
  /// The message of the original error.
  public var errorDescription: String? { description }
}

extension MemoryDataSource where Section: Codable, Item: Codable {
  /// Copies the current list, which includes the edits since the last step. Sections and items have to be `Codable`.
  ///
  /// - Parameter date: the date of the archive.
  /// - Complexity: O(rows).
  public func archive(date: Date = Date()) -> SourceArchive<Section, Item> { SourceArchive(content, date: date) }

  /// Shows the content of an archive. Sections and items have to be `Codable`.
  ///
  /// - Complexity: O(rows).
  public func restore(from archive: SourceArchive<Section, Item>) { set(archive.content) }
}
