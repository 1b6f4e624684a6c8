import Foundation

/// What a list showed, to be kept beyond the process: its sections with their items, how far it was loaded, and when.
///
/// ```swift
/// try books.archive().write(to: file)
/// // in the next process
/// try books.restore(from: SourceArchive(contentsOf: file))     // shown at once, and loaded again
/// ```
///
/// It is a copy: what happens to the source, or to one that was restored from it, does not change it.
public struct SourceArchive<Section: Codable, Item: Codable> {
  /// The number of this kind of archive. One with a higher number is not read.
  public static var currentVersion: Int { 2 }

  /// The sections with their items.
  public var content: [SectionContent<Section, Item>]
  /// How far the list was loaded; never a phase in which something is being loaded.
  public var phase: LoadingPhase
  /// When the archive was made.
  public var date: Date
  /// The number of this kind of archive.
  public var version: Int
  /// Whether there was more behind what was loaded.
  public var hasMore: Bool
  /// Where the next page began, encoded; nil where nothing said so.
  public var cursor: Data?
  /// Why loading failed; nil where it did not.
  public var failure: String?

  /// Makes an archive from its parts.
  public init(
    _ content: [SectionContent<Section, Item>], phase: LoadingPhase = .loaded, date: Date = Date(),
    hasMore: Bool = false, cursor: Data? = nil, failure: String? = nil
  ) {
    self.content = content
    self.phase = phase
    self.date = date
    version = Self.currentVersion
    self.hasMore = hasMore
    self.cursor = cursor
    self.failure = failure
  }

  /// Whether a list in a phase can be archived: while something is being loaded, it cannot.
  public static func canArchive(_ phase: LoadingPhase) -> Bool { !phase.isLoading }

  /// What a loading would come up to that ended with this archive.
  public var equivalentResult: LoadingMachine.Result {
    switch phase {
    case .initial, .empty: .empty
    case .failed: .failed
    case .loading, .refreshing, .appending, .loaded: hasMore ? .complete : .partial
    }
  }
}

extension SourceArchive: Codable {}
extension SourceArchive: Equatable where Section: Equatable, Item: Equatable {}
extension SourceArchive: Sendable where Section: Sendable, Item: Sendable {}

/// Why loading failed before a list was archived. The error itself is not kept.
public struct ArchivedFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What the error said.
  public let description: String

  /// Makes the error.
  public init(_ description: String) { self.description = description }
}

extension ArchivedFailure: LocalizedError {
  /// What the error said.
  public var errorDescription: String? { description }
}
