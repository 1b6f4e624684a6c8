/// The folded sections of a list, by their identifiers: whatever happens to the list, a section keeps its state, also
/// while it is away.
///
/// A folded section shows no items and still has them. It keeps its ``ItemLimit`` for when it is unfolded.
public struct SectionFolding<SectionID: Hashable & Sendable>: Hashable, Sendable {
  /// Whether a section is folded that was neither folded nor unfolded itself, as a new one.
  public var isFoldedByDefault: Bool
  /// The sections that were folded or unfolded themselves.
  public private(set) var states: [SectionID: Bool] = [:]

  /// Makes a folding in which all sections have one state.
  public init(isFoldedByDefault: Bool = false) { self.isFoldedByDefault = isFoldedByDefault }

  /// Whether a section is folded.
  public subscript(section: SectionID) -> Bool {
    get { states[section] ?? isFoldedByDefault }
    set { states[section] = newValue }
  }

  /// Gives all sections one state, also those that come later.
  public mutating func setAll(_ isFolded: Bool) {
    states = [:]
    isFoldedByDefault = isFolded
  }

  /// Forgets a section's own state, as when it is gone for good: it has the state of new ones.
  public mutating func forget(_ section: SectionID) { states[section] = nil }

  /// Gives a section another identifier. It keeps its state.
  public mutating func rename(_ old: SectionID, to new: SectionID) {
    if let state = states.removeValue(forKey: old) { states[new] = state }
  }
}

/// The form in which an app keeps a folding, as in `UserDefaults` or in a scene's restoration activity.
extension SectionFolding {
  private static var byDefault: String { "isFoldedByDefault" }
  private static var folded: String { "folded" }
  private static var unfolded: String { "unfolded" }

  /// A property list of Booleans and strings.
  ///
  /// - Parameter text: returns a text that identifies a section the next time, too; nil for a section that is left out.
  /// - Complexity: O(states).
  public func propertyList(_ text: (SectionID) -> String?) -> [String: Any] {
    func texts(_ isFolded: Bool) -> [String] { states.compactMap { $1 == isFolded ? text($0) : nil }.sorted() }
    return [Self.byDefault: isFoldedByDefault, Self.folded: texts(true), Self.unfolded: texts(false)]
  }

  /// Makes a folding of a property list.
  ///
  /// - Parameters:
  ///   - propertyList: as ``propertyList(_:)`` returned it. A part that is missing or damaged is left out.
  ///   - section: returns the identifier of a section by its text; nil for a section that there is no more.
  /// - Complexity: O(states).
  public init(propertyList: [String: Any], _ section: (String) -> SectionID?) {
    self.init(isFoldedByDefault: propertyList[Self.byDefault] as? Bool ?? false)
    for (key, isFolded) in [(Self.folded, true), (Self.unfolded, false)] {
      for text in propertyList[key] as? [String] ?? [] {
        if let id = section(text) { states[id] = isFolded }
      }
    }
  }
}
