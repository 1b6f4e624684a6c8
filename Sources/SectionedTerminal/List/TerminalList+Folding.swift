import SectionedViews

extension TerminalList {
  /// Whether the items of a section are hidden.
  public func isFolded(_ section: Int) -> Bool {
    guard style.showsHeaders, !foldedSections.isEmpty else { return false }
    return presenter.sectionID(at: section).map { foldedSections.contains($0) } ?? false
  }

  /// Hides the items of a section, or shows them. Kept by the section's identity.
  public func setFolded(_ folded: Bool, section: Int) {
    guard let id = presenter.sectionID(at: section) else { return }
    keepingPlace { foldedSections.set(id, folded: folded) }
  }

  /// Hides the items of a section that shows them, and the other way round.
  public func toggleFolded(section: Int) { setFolded(!isFolded(section), section: section) }

  /// Folds or unfolds all sections. Those that come later are not folded.
  public func setAllFolded(_ folded: Bool) { keepingPlace { foldedSections.setAll(folded: folded) } }
}
