import SectionedChanges

/// What a program asked of a source that makes no sense. A verb that cannot be carried out throws it, and has changed
/// nothing; all are reported to the source's ``AnomalyHandler``, too.
public struct DataSourceAnomaly: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An item is named that is not in the list.
    case unknownItem
    /// A section is named that is not in the list.
    case unknownSection
    /// A section's index is outside of the list.
    case sectionOutOfBounds
    /// An item's index is outside of its section.
    case itemOutOfBounds
    /// An item came that is in the list already. It is shown once more.
    case duplicateItem
    /// A section came that is in the list already. It is shown once more.
    case duplicateSection
    /// There are more or fewer places than items to put there.
    case countMismatch
    /// A source would contain itself, or is a child already.
    case cycle
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
    /// Something is to be loaded, and nothing is there that loads it.
    case noLoader
    /// A fetch that a source made by itself failed, or an object got no permanent identifier. The list is as before.
    case fetchFailed
    /// What the user may do to a list was made for another one, in which its places mean something else. Nothing may be done.
    case otherSource
  }

  /// What is wrong.
  public let kind: Kind
  /// A sentence that names what is wrong, and what was asked.
  public let message: String

  /// Makes one from its kind and a sentence.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension DataSourceAnomaly: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kind, for counting.
  public var description: String { kind.rawValue }
  /// The kind and the sentence, for a developer.
  public var debugDescription: String { "\(kind.rawValue): \(message)" }
}
