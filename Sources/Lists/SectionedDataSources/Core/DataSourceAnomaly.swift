import Foundation
import SectionedChanges

/// An invalid request to a source, or a failure within a source.
///
/// An editing method that throws an anomaly has changed nothing. Every anomaly, thrown or not, is also reported to the
/// source's ``AnomalyHandler``. To count anomalies, use ``kind``.
public struct DataSourceAnomaly: Error, Hashable, Sendable {
  /// The kinds of anomalies.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The named item is not in the list.
    case unknownItem
    /// The named section is not in the list.
    case unknownSection
    /// A section index is out of bounds.
    case sectionOutOfBounds
    /// An item index is outside of its section.
    case itemOutOfBounds
    /// An inserted item is already in the list. A list then shows it once more; a tree does not.
    case duplicateItem
    /// An inserted section is already in the list, which then shows it once more.
    case duplicateSection
    /// The number of places differs from the number of items to insert there.
    case countMismatch
    /// A source would be its own descendant, or is a child already. In a tree: a node is, or would be, in its own
    /// subtree.
    case cycle
    /// The parent of a node is not in the tree.
    case orphan
    /// The named source is not a child.
    case unknownChild
    /// A child index is out of bounds.
    case childOutOfBounds
    /// No rule says which view a model has.
    case noRule
    /// An archive cannot be read.
    case damagedArchive
    /// The request is not allowed in the current phase of the source.
    case wrongPhase
    /// A source without a loader was asked to load.
    case noLoader
    /// A fetch that a source began by itself failed, or an object got no permanent identifier. The list is unchanged.
    case fetchFailed
    /// An editing policy was made for another source, so its places do not refer to this list. The policy allows
    /// nothing.
    case otherSource
  }

  /// The kind of the anomaly.
  public let kind: Kind
  /// A sentence that names the problem and the request.
  public let message: String

  /// Makes an anomaly from its kind and a sentence.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension DataSourceAnomaly: CustomStringConvertible {
  /// The kind and the sentence, for a developer.
  public var description: String { "\(kind.rawValue): \(message)" }
}

extension DataSourceAnomaly: LocalizedError {
  /// The sentence.
  public var errorDescription: String? { message }
}
