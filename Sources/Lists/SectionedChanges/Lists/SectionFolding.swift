/// The folded sections of a list, by identifier. A section keeps its state when the list changes, even if it is removed
/// and inserted again.
///
/// A folded section shows no items, although it has them. Its ``ItemLimit`` applies again when it is unfolded.
public struct SectionFolding<SectionID: Hashable & Sendable>: Hashable, Sendable {
  /// The state of sections without a state of their own, such as new sections.
  public var isFoldedByDefault: Bool
  /// The states of sections that were folded or unfolded individually.
  public private(set) var states: [SectionID: Bool] = [:]

  /// Creates a folding in which all sections have the same state.
  public init(isFoldedByDefault: Bool = false) { self.isFoldedByDefault = isFoldedByDefault }

  /// Whether a section is folded.
  public subscript(section: SectionID) -> Bool {
    get { states[section] ?? isFoldedByDefault }
    set { states[section] = newValue }
  }

  /// Sets the state of all sections, including future ones.
  public mutating func setAll(_ isFolded: Bool) {
    states = [:]
    isFoldedByDefault = isFolded
  }

  /// Removes a section's own state, for example because the section was deleted permanently. The default applies to it
  /// again.
  public mutating func forget(_ section: SectionID) { states[section] = nil }

  /// Changes the identifier of a section, which keeps its state.
  public mutating func rename(_ old: SectionID, to new: SectionID) {
    if let state = states.removeValue(forKey: old) { states[new] = state }
  }
}

/// The form in which an app can store a folding, for example in `UserDefaults` or in a scene's restoration activity.
extension SectionFolding {
  private static var byDefault: String { "isFoldedByDefault" }
  private static var folded: String { "folded" }
  private static var unfolded: String { "unfolded" }

  /// A property list of Booleans and strings.
  ///
  /// - Parameter text: returns a text that identifies a section permanently; nil to omit the section.
  /// - Complexity: O(states).
  public func propertyList(_ text: (SectionID) -> String?) -> [String: Any] {
    func texts(_ isFolded: Bool) -> [String] { states.compactMap { $1 == isFolded ? text($0) : nil }.sorted() }
    return [Self.byDefault: isFoldedByDefault, Self.folded: texts(true), Self.unfolded: texts(false)]
  }

  /// Creates a folding from a property list.
  ///
  /// - Parameters:
  ///   - propertyList: a result of ``propertyList(_:)``. Missing or damaged parts are ignored.
  ///   - section: returns the identifier of a section for its text; nil if the section no longer exists.
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
