#if canImport(SwiftUI) && canImport(Observation)
  import Combine
  import CoreData
  import SectionedChanges
  import SectionedDataSources
  import SwiftUI

  /// A source's list for SwiftUI. Before iOS 17 and macOS 14, each change updates all views that observe it.
  @MainActor
  final class ObservedList<Source: SectionedDataSource>: ObservableObject {
    let list: ObservableDataSource<Source>

    init(_ source: Source) {
      list = ObservableDataSource(source)
      if list.reads.isRecording { return }
      list.willChange = { [weak self] in self?.objectWillChange.send() }
    }

    /// The list, which follows a source from now on.
    func list(of source: Source) -> ObservableDataSource<Source> {
      list.follow(source)
      return list
    }
  }

  /// The state of two requests for SwiftUI. Before iOS 17 and macOS 14, each change updates all views that observe it.
  @MainActor
  final class ObservedRequest<SectionObject: NSManagedObject, Item: NSManagedObject>: ObservableObject {
    let state: FetchedSectionsState<SectionObject, Item>
    private let transaction: Transaction
    /// Whether the system's setting to reduce motion is on. Changes are not animated then.
    var reducesMotion = false
    /// The largest number of changes that are animated together.
    var animatedChangeLimit = AnimatedChangeLimit.defaultValue

    init(_ state: FetchedSectionsState<SectionObject, Item>, _ transaction: Transaction) {
      self.state = state
      self.transaction = transaction
      if state.reads.isRecording {
        state.reads.notify = { [weak self] readers in self?.draw(readers) ?? readers() }
      } else {
        state.willChange = { [weak self] in self?.draw { self?.objectWillChange.send() } }
      }
    }

    private func draw(_ changes: () -> Void) {
      var transaction = transaction
      if reducesMotion || !state.isAnimated(upTo: animatedChangeLimit) { transaction.animation = nil }
      withTransaction(transaction, changes)
    }
  }
#endif
