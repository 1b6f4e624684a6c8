#if canImport(Observation)
  import Observation
#endif

/// The record of who reads which parts of a list, as of `withObservationTracking` and of the bodies of SwiftUI's views.
///
/// Systems before iOS 17 and macOS 14 have no Observation. Nothing is recorded there.
package final class ListReads<SectionID: Hashable & Sendable> {
  package typealias Part = ListPart<SectionID>

  /// Called with a closure that notifies the readers. SwiftUI's wrapper sets its transaction around it.
  package var notify: (_ readers: () -> Void) -> Void = { $0() }

  /// The ``ListReadTracker``; nil where the system has none.
  private let tracker: AnyObject?

  package init() {
    #if canImport(Observation)
      if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) {
        tracker = ListReadTracker<SectionID>()
        return
      }
    #endif
    tracker = nil
  }

  /// Whether reads are recorded. Where they are not, views observe the list as a whole.
  package var isRecording: Bool { tracker != nil }

  /// Records that a part of the list is read.
  ///
  /// - Complexity: O(1).
  package func record(_ part: Part) {
    #if canImport(Observation)
      if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) {
        (tracker as? ListReadTracker<SectionID>)?.record(part)
      }
    #endif
  }

  /// Notifies the readers of some parts, then makes the change.
  ///
  /// - Parameter change: replaces the parts; empty where the list is read from elsewhere, and has changed.
  /// - Complexity: O(parts + readers).
  package func change(_ parts: Set<Part>, _ change: () -> Void = {}) {
    #if canImport(Observation)
      if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *), !parts.isEmpty,
        let tracker = tracker as? ListReadTracker<SectionID>
      {
        notify { for part in parts { tracker.willChange(part) } }
        change()
        notify { for part in parts { tracker.didChange(part) } }
        return
      }
    #endif
    change()
  }
}

#if canImport(Observation)
  /// The subject of the reads: its parts are subscripts, so that each has a key path.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private final class ListReadTracker<SectionID: Hashable & Sendable>: Observable {
    typealias Part = ListPart<SectionID>

    private let registrar = ObservationRegistrar()

    subscript(part: Part) -> Void { () }

    func record(_ part: Part) {
      registrar.access(self, keyPath: \.[part])
      switch part {
      case .order, .outline, .section, .whole: registrar.access(self, keyPath: \.[.anew])
      case .phase, .error, .configuration, .anew: break
      }
    }

    func willChange(_ part: Part) { registrar.willSet(self, keyPath: \.[part]) }

    func didChange(_ part: Part) { registrar.didSet(self, keyPath: \.[part]) }
  }
#endif
