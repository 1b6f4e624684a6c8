import Foundation
import SectionedChanges

/// An invalid request to a source, or a failure that a source reports. A verb that cannot be carried out throws it and
/// has changed nothing; every anomaly is also reported to the source's ``AnomalyHandler``. To count anomalies, use
/// ``kind``.
public struct DataSourceAnomaly: Error, Hashable, Sendable {
  /// The kinds of anomalies.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An item is named that is not in the list.
    case unknownItem
    /// A section is named that is not in the list.
    case unknownSection
    /// A section's index is outside of the list.
    case sectionOutOfBounds
    /// An item's index is outside of its section.
    case itemOutOfBounds
    /// The list already contains an inserted item. A list shows it once more; a tree does not.
    case duplicateItem
    /// The list already contains an inserted section. It is shown once more.
    case duplicateSection
    /// The number of places differs from the number of items to put there.
    case countMismatch
    /// A source would contain itself, or is a child already; a node of a tree is, or would be, in its own subtree.
    case cycle
    /// The parent of a node is not in the tree.
    case orphan
    /// A source is named that is not a child.
    case unknownChild
    /// A child's index is outside of the children.
    case childOutOfBounds
    /// No rule says which view a model has.
    case noRule
    /// An archive cannot be read.
    case damagedArchive
    /// A request cannot be carried out in the phase in which the source is.
    case wrongPhase
    /// A source without a loader was asked to load.
    case noLoader
    /// A fetch that a source made by itself failed, or an object got no permanent identifier. The list is as before.
    case fetchFailed
    /// An editing policy was made for another list, in which its places mean something else. It allows nothing.
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
