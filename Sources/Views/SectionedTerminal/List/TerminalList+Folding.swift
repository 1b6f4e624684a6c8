import SectionedViews

extension TerminalList {
  /// Whether the items of a section are hidden.
  public func isFolded(_ section: Int) -> Bool {
    guard style.showsHeaders, !foldedSections.isEmpty else { return false }
    return presenter.sectionID(at: section).map { foldedSections.contains($0) } ?? false
  }

  /// Hides or shows the items of a section. The state belongs to the section's identity.
  public func setFolded(_ folded: Bool, section: Int) {
    guard let id = presenter.sectionID(at: section) else { return }
    keepingPlace { foldedSections.set(id, folded: folded) }
  }

  /// Toggles whether the items of a section are hidden.
  public func toggleFolded(section: Int) { setFolded(!isFolded(section), section: section) }

  /// Folds or unfolds all present sections. Later ones are not folded.
  public func setAllFolded(_ folded: Bool) { keepingPlace { foldedSections.setAll(folded: folded) } }
}
