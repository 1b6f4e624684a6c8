import SectionedChanges

#if canImport(Observation)
  import Observation
#endif

/// A source's list as observable state for views, section by section.
///
/// ```swift
/// let books = ObservableDataSource(source)
/// ForEach(books.sectionIDs, id: \.self) { id in ShelfView(books: books, id: id) }   // reads books.section(for: id)
/// ```
///
/// From iOS 17 and macOS 14 on, and on Linux, a view is updated when a part changes that the view has read:
///
/// | part | read by |
/// | --- | --- |
/// | one section with its items | ``section(for:)`` |
/// | the identifiers of the sections, in order | ``sectionIDs``; ``section(at:)``, which also reads the section |
/// | the identifiers and the counts of the sections | ``outline`` |
/// | the whole list | ``list`` |
/// | the state of loading | ``phase`` |
///
/// A view that does not use Observation updates itself when ``willChange`` is called. Use the object on the actor or
/// queue on which its source is used.
public final class ObservableDataSource<Source: SectionedDataSource> {
  /// The identifier of a section of the list.
  public typealias SectionID = ListedID<Source.SectionID>

  /// The source whose list is observed. It has the models.
  public private(set) var source: Source
  /// A closure that is called before the list or the phase changes, once for each step. ``follow(_:)`` does not call
  /// it; update views after that call.
  public var willChange: () -> Void = {}

  /// The record of the parts that observers have read.
  package let reads: ListReads<SectionID>
  /// The list as of the last step. Reading it is not recorded.
  package private(set) var shown: Source.Snapshot
  private var shownPhase: LoadingPhase
  /// The number of changes in the step of which observers are being notified; nil at any other time.
  package private(set) var changeCount: Int?
  private var token: ObservationToken?

  /// Observes a source.
  public convenience init(_ source: Source) { self.init(source, reads: ListReads()) }

  /// - Parameters:
  ///   - source: the source to observe.
  ///   - reads: the record of the parts that observers have read, also in the list of a former source.
  package init(_ source: Source, reads: ListReads<SectionID>) {
    (self.source, self.reads) = (source, reads)
    (shown, shownPhase) = (source.snapshot, source.phase)
    observe()
  }

  /// Observes another source instead of the present one, and notifies the observers of each part. Does nothing if it is
  /// the same source.
  ///
  /// - Parameter source: the source to observe from now on.
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
    // A notified observer may change the source, and so take the next step in between.
    let outer = changeCount
    changeCount = update.facts.changeCount
    defer { changeCount = outer }
    willChange()
    let new = update.new
    // Only a change of the phase has an empty change set.
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

  /// The loading phase of the content.
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

  /// The section with an identifier; nil if it is not in the list. An observer is notified when the section or its
  /// items change, and when the section is inserted or removed, but not when it moves.
  ///
  /// - Complexity: that of the source's `index(ofSection:)`; O(sections) while the source's list is newer than this
  ///   one.
  public func section(for id: SectionID) -> Source.Snapshot.Section? {
    reads.record(.section(id))
    return shown.section(id, near: source.index(ofSection: id))
  }

  /// The section at an index; nil if there is none. It also reads the order of the sections.
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
  /// The section with an identifier; nil if it is not in the snapshot.
  ///
  /// - Parameters:
  ///   - id: the identifier.
  ///   - index: the index of the section in a list that may be newer; nil if that list does not have the section.
  /// - Complexity: O(log sections) if the section is at that index, otherwise O(sections).
  package func section(_ id: SectionID, near index: Int?) -> Section? {
    if let index, index < numberOfSections {
      let section = sections[index]
      if section.id == id { return section }
    }
    return sections.first { $0.id == id }
  }
}
