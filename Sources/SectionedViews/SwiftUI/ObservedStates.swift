#if canImport(SwiftUI) && canImport(Observation)
  import Combine
  import CoreData
  import SectionedDataSources
  import SwiftUI

  /// A list's state for SwiftUI, which draws it again when it is another one.
  @MainActor
  final class ObservedList<Source: SectionedDataSource>: ObservableObject {
    private let state: ListState<Source>

    init(_ source: Source) {
      state = ListState(source)
      state.willChange = { [weak self] in self?.objectWillChange.send() }
    }

    /// The list of a source, which is followed from now on.
    func list(of source: Source) -> Source.Snapshot {
      state.follow(source)
      return state.list
    }
  }

  /// The state of two requests for SwiftUI.
  @MainActor
  final class ObservedSections<SectionObject: NSManagedObject, Item: NSManagedObject>: ObservableObject {
    let state: FetchedSectionsState<SectionObject, Item>

    init(_ state: FetchedSectionsState<SectionObject, Item>, _ transaction: Transaction) {
      self.state = state
      state.willChange = { [weak self] in
        withTransaction(transaction) { self?.objectWillChange.send() }
      }
    }
  }
#endif
