#if canImport(Observation)
  import Observation
#endif

/// Records who reads which parts of a list, in `withObservationTracking` and in the bodies of SwiftUI views.
///
/// It records nothing before iOS 17 and macOS 14, which do not have Observation.
package final class ListReads<SectionID: Hashable & Sendable> {
  package typealias Part = ListPart<SectionID>

  /// Calls a closure that notifies the readers. SwiftUI's wrapper sets its transaction around the call.
  package var notify: (_ readers: () -> Void) -> Void = { $0() }

  /// The ``ListReadTracker``; nil if the system does not have Observation.
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

  /// Whether reads are recorded. If not, views observe the list as a whole.
  package var isRecording: Bool { tracker != nil }

  /// Records that the caller reads a part of the list.
  ///
  /// - Complexity: O(1).
  package func record(_ part: Part) {
    #if canImport(Observation)
      if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) {
        (tracker as? ListReadTracker<SectionID>)?.record(part)
      }
    #endif
  }

  /// Makes a change, and notifies the readers of the changed parts before and after it.
  ///
  /// - Parameter change: changes the parts. It does nothing if they are stored elsewhere and have changed already.
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
  /// The observable object. Its parts are values of a subscript, so that each part has a key path.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private final class ListReadTracker<SectionID: Hashable & Sendable>: Observable {
    typealias Part = ListPart<SectionID>

    private let registrar = ObservationRegistrar()

    subscript(part: Part) -> Void { () }

    func record(_ part: Part) {
      registrar.access(self, keyPath: \.[part])
      switch part {
      case .order, .outline, .section, .value, .whole: registrar.access(self, keyPath: \.[.anew])
      case .phase, .error, .configuration, .anew: break
      }
    }

    func willChange(_ part: Part) { registrar.willSet(self, keyPath: \.[part]) }

    func didChange(_ part: Part) { registrar.didSet(self, keyPath: \.[part]) }
  }
#endif
