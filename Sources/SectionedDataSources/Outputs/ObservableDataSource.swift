import SectionedChanges

#if canImport(Observation)
  import Observation
#endif

/// The list of a source as a state that views draw and observe, section by section.
///
/// ```swift
/// let books = ObservableDataSource(source)
/// ForEach(books.sectionIDs, id: \.self) { id in ShelfView(books: books, id: id) }   // reads books.section(for: id)
/// ```
///
/// From iOS 17 and macOS 14 on, and on Linux, a view is drawn again when a part that it has read changes:
///
/// | part | read by |
/// | --- | --- |
/// | one section with its items | ``section(for:)`` |
/// | the identifiers of the sections, in order | ``sectionIDs``, and ``section(at:)`` with that section |
/// | these and the counts | ``outline`` |
/// | the whole list | ``list`` |
/// | the state of loading | ``phase`` |
///
/// A view of another kind draws again when ``willChange`` was called. Use it where its source is used.
public final class ObservableDataSource<Source: SectionedDataSource> {
  /// The identifier of a section of the list.
  public typealias SectionID = ListedID<Source.SectionID>

  /// The source that is drawn, which has the models.
  public private(set) var source: Source
  /// Called before the list or the phase changes, once for each step. Not called by ``follow(_:)``, whose caller draws
  /// afterwards.
  public var willChange: () -> Void = {}

  /// The record of who reads the list.
  package let reads: ListReads<SectionID>
  /// The list as of the last step, of which no read is recorded.
  package private(set) var shown: Source.Snapshot
  private var shownPhase: LoadingPhase
  private var token: ObservationToken?

  /// Observes a source.
  public convenience init(_ source: Source) { self.init(source, reads: ListReads()) }

  /// - Parameter reads: the record of the readers, which may have read the list of another source before.
  package init(_ source: Source, reads: ListReads<SectionID>) {
    (self.source, self.reads) = (source, reads)
    (shown, shownPhase) = (source.snapshot, source.phase)
    observe()
  }

  /// Follows a source from now on, and no other one. Does nothing if that source is followed already. The readers of
  /// each part are notified.
  public func follow(_ source: Source) {
    guard source !== self.source else { return }
    reads.change([.anew, .phase]) {
      self.source = source
      (shown, shownPhase) = (source.snapshot, source.phase)
    }
    observe()
  }

  private func observe() {
    token = source.observe { [weak self] update in self?.take(update) }
  }

  private func take(_ update: Source.Update) {
    willChange()
    let new = update.new
    // Only changes of the phase have an empty change set.
    var parts = update.changes.changedParts { new.sections[$0].id }
    if shownPhase != update.phase { parts.insert(.phase) }
    reads.change(parts) { (shown, shownPhase) = (new, update.phase) }
  }
}

extension ObservableDataSource {
  /// The list as of the last step.
  ///
  /// - Complexity: O(1).
  public var list: Source.Snapshot {
    reads.record(.whole)
    return shown
  }

  /// The state of loading of the content.
  public var phase: LoadingPhase {
    reads.record(.phase)
    return shownPhase
  }

  /// The identifiers of the sections, in order.
  ///
  /// - Complexity: O(sections).
  public var sectionIDs: [SectionID] {
    reads.record(.order)
    return shown.sectionIDs
  }

  /// The identifiers and counts of the sections, in order.
  ///
  /// - Complexity: O(sections).
  public var outline: [SectionOutline<SectionID>] {
    reads.record(.outline)
    return shown.outline
  }

  /// The section with an identifier, wherever it is in the list; nil when it is not in the list. An observer is notified
  /// when the section or its items change, and when it comes or leaves.
  ///
  /// - Complexity: that of the source's `index(ofSection:)`; O(sections) while the source is ahead of this list.
  public func section(for id: SectionID) -> Source.Snapshot.Section? {
    reads.record(.section(id))
    return shown.section(id, near: source.index(ofSection: id))
  }

  /// The section at an index; nil where there is none. It reads the order of the sections, too.
  ///
  /// - Complexity: O(log sections).
  public func section(at index: Int) -> Source.Snapshot.Section? {
    reads.record(.order)
    guard index >= 0, index < shown.numberOfSections else { return nil }
    let section = shown.sections[index]
    reads.record(.section(section.id))
    return section
  }
}

#if canImport(Observation)
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension ObservableDataSource: Observable {}
#endif

extension SectionedSnapshot {
  /// The section with an identifier; nil where there is none.
  ///
  /// - Parameter index: its index in a list that may be newer; nil where that does not have the section.
  /// - Complexity: O(log sections) at that index, else O(sections).
  package func section(_ id: SectionID, near index: Int?) -> Section? {
    if let index, index < numberOfSections {
      let section = sections[index]
      if section.id == id { return section }
    }
    return sections.first { $0.id == id }
  }
}
