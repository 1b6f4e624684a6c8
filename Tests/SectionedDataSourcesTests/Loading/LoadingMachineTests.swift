import SectionedDataSources
import Testing

@Suite("The loading machine follows its tables")
struct LoadingMachineTests {
  /// The table of the library on which the machine is modelled, row by row, with the differences noted.
  static let events: [(LoadingMachine.Event, [LoadingPhase], LoadingPhase)] = [
    (.beginLoading, [.initial], .loading),
    // New: the model library ignored a refresh while it appended.
    (.beginRefreshing, [.loaded, .empty, .failed, .appending], .refreshing),
    (.beginAppending, [.loaded], .appending),
    (.displayLoaded, [.loading, .refreshing, .appending], .loaded),
    (.displayEmpty, [.loading, .refreshing], .empty),
    (.displayFailed, [.loading, .refreshing], .failed),
    (.declareLoaded, [.initial, .empty, .failed], .loaded),
    (.declareEmpty, [.initial, .loaded, .failed], .empty),
    // New: in the model library, a cancelled first loading led to Empty.
    (.withdraw, [.loading], .initial),
  ]

  /// Returns a machine in a phase.
  static func machine(in phase: LoadingPhase, from source: LoadingPhase? = nil) -> LoadingMachine {
    var machine = LoadingMachine()
    switch phase {
    case .initial: break
    case .loading: machine.fire(.beginLoading)
    case .loaded: machine.fire(.declareLoaded)
    case .empty: machine.fire(.declareEmpty)
    case .failed:
      machine.fire(.beginLoading)
      machine.fire(.displayFailed)
    case .refreshing:
      machine = Self.machine(in: source ?? .loaded)
      machine.fire(.beginRefreshing)
    case .appending:
      machine.fire(.declareLoaded)
      machine.fire(.beginAppending)
    }
    return machine
  }

  @Test("Every event in every phase has the effect in the table, and no other")
  func everyEventInEveryPhase() {
    #expect(LoadingMachine.rules.map(\.event) == Self.events.map(\.0))
    #expect(LoadingMachine.rules.map(\.sources) == Self.events.map(\.1))
    #expect(LoadingMachine.rules.map(\.target) == Self.events.map(\.2))
    #expect(Self.events.map(\.0) == LoadingMachine.Event.allCases)
    for (event, sources, target) in Self.events {
      for phase in LoadingPhase.allCases {
        var machine = Self.machine(in: phase)
        let before = machine
        #expect(machine.fire(event) == sources.contains(phase))
        if sources.contains(phase) {
          #expect(machine.phase == target)
          // A refresh that replaces an append returns to the phase in which the append began.
          #expect(machine.source == (target.isLoading ? before.source ?? phase : nil))
        } else {
          #expect(machine == before)
        }
      }
    }
  }

  @Test(
    "Every request in every phase has the effect in the table",
    arguments: [
      // The columns are the phases initial, loading, refreshing, appending, loaded, empty, failed.
      (.load, ["loading", "restart", "restart", "refreshing", "refreshing", "refreshing", "refreshing"]),
      (.refresh, ["loading", "restart", "restart", "refreshing", "refreshing", "refreshing", "refreshing"]),
      (.append, ["", "", "", "", "appending", "", ""]),
      (.retry, ["", "", "", "", "", "", "refreshing"]),
      (.cancel, ["", "initial", "loaded", "loaded", "", "", ""]),
      (.declareLoaded, ["loaded", "", "", "", "", "loaded", "loaded"]),
      (.declareEmpty, ["empty", "", "", "", "empty", "", "empty"]),
    ] as [(LoadingMachine.Request, [String])])
  func everyRequestInEveryPhase(request: LoadingMachine.Request, expected: [String]) {
    let phases: [LoadingPhase] = [.initial, .loading, .refreshing, .appending, .loaded, .empty, .failed]
    var results: [String] = []
    for phase in phases {
      var machine = Self.machine(in: phase)
      let before = machine
      switch machine.perform(request) {
      case nil:
        #expect(machine == before)
        results.append("")
      case .restart:
        #expect(machine.phase == before.phase && machine.source == before.source && machine.ticket != before.ticket)
        results.append("restart")
      default: results.append(machine.phase.rawValue)
      }
    }
    #expect(results == expected)
  }

  @Test("Every result in every phase has the effect in the table")
  func everyResultInEveryPhase() {
    /// The columns are the phase, its source, and the phases after the results complete, partial, empty, failed,
    /// cancelled.
    let table: [(LoadingPhase, LoadingPhase, [LoadingPhase])] = [
      // In the model library, a cancelled first loading led to Empty. That says that there is no content, which is
      // unknown.
      (.loading, .initial, [.loaded, .loaded, .empty, .failed, .initial]),
      (.refreshing, .loaded, [.loaded, .loaded, .empty, .failed, .loaded]),
      (.refreshing, .empty, [.loaded, .loaded, .empty, .failed, .empty]),
      (.refreshing, .failed, [.loaded, .loaded, .empty, .failed, .failed]),
      (.appending, .loaded, [.loaded, .loaded, .loaded, .loaded, .loaded]),
    ]
    for (phase, source, targets) in table {
      for (result, target) in zip(LoadingMachine.Result.allCases, targets) {
        var machine = Self.machine(in: phase, from: source)
        let ticket = machine.ticket
        #expect(machine.source == source)
        #expect(machine.target(of: result) == target)
        #expect(machine.finish(ticket, with: result) == true)
        #expect(machine.phase == target && machine.source == nil && machine.ticket == nil)
        let after = machine
        #expect(machine.finish(ticket, with: result) == false)
        #expect(machine == after)
      }
    }
    for phase in LoadingPhase.allCases where !phase.isLoading {
      var machine = Self.machine(in: phase)
      #expect(machine.finish(1, with: .complete) == false)
      #expect(machine.finish(nil, with: .complete) == false)
      #expect(machine == Self.machine(in: phase))
    }
  }

  @Test("A restart keeps the phase in which loading began, and a cancellation returns to it")
  func aRestartKeepsTheSource() {
    var machine = Self.machine(in: .refreshing, from: .failed)
    let first = machine.ticket
    #expect(machine.perform(.load) == .restart)
    #expect(machine.perform(.refresh) == .restart)
    #expect(machine.finish(first, with: .complete) == false)
    #expect(machine.source == .failed)
    #expect(machine.perform(.cancel) == .cancel)
    #expect(machine.phase == .failed)
  }

  @Test("a refresh while more is appended wins: the late page is dropped, and a cancel leads to where the append began")
  func aRefreshWinsOverAnAppend() {
    for isEmptied in [false, true] {
      for request in [LoadingMachine.Request.load, .refresh] {
        var machine = Self.machine(in: .appending)
        if isEmptied { machine.contentChanged(isEmpty: true) }
        let append = machine.ticket
        #expect(machine.perform(request) == .begin(.beginRefreshing))
        #expect(machine.phase == .refreshing && machine.source == (isEmptied ? .empty : .loaded))
        for result in LoadingMachine.Result.allCases {
          #expect(machine.finish(append, with: result) == false)
          var ended = machine
          #expect(ended.finish(machine.ticket, with: result) == true)
          let targets: [LoadingPhase] = [.loaded, .loaded, .empty, .failed, isEmptied ? .empty : .loaded]
          #expect(ended.phase == zip(LoadingMachine.Result.allCases, targets).first { $0.0 == result }?.1)
          #expect(!ended.didAppendFail)
        }
      }
    }
  }

  @Test("A failed append can be retried, and the end of the list is known")
  func theEndAndFailuresAreKnown() {
    var machine = Self.machine(in: .loaded)
    #expect(machine.hasMore && machine.perform(.retry) == nil)
    machine.perform(.append)
    machine.finish(machine.ticket, with: .failed)
    #expect(machine.phase == .loaded && machine.didAppendFail && machine.hasMore)
    #expect(machine.perform(.retry) == .begin(.beginAppending))
    #expect(!machine.didAppendFail)
    machine.finish(machine.ticket, with: .partial)
    #expect(machine.phase == .loaded && !machine.hasMore)
    #expect(machine.perform(.append) == nil)
    machine.perform(.load)
    machine.finish(machine.ticket, with: .failed)
    #expect(!machine.hasMore && !machine.didAppendFail)
    machine.perform(.retry)
    machine.finish(machine.ticket, with: .complete)
    #expect(machine.hasMore)
    machine.perform(.append)
    machine.finish(machine.ticket, with: .empty)
    #expect(machine.phase == .loaded && !machine.hasMore)
    machine.perform(.declareEmpty)
    machine.perform(.declareLoaded)
    #expect(machine.hasMore)
  }

  @Test("AdvancedCollectionView: what is emptied by hand is empty, what is filled is loaded")
  func editsByHandFlipThePhase() {
    for phase in LoadingPhase.allCases {
      for isEmpty in [true, false] {
        var machine = Self.machine(in: phase)
        let flips = phase == (isEmpty ? .loaded : .empty)
        #expect(machine.contentChanged(isEmpty: isEmpty) == flips)
        #expect(machine.phase == (flips ? (isEmpty ? .empty : .loaded) : phase))
      }
    }
    // During a loading, the edit changes the phase to which a cancelled loading returns.
    var machine = Self.machine(in: .refreshing, from: .loaded)
    #expect(machine.contentChanged(isEmpty: true) == false)
    #expect(machine.target(of: .cancelled) == .empty)
    machine.contentChanged(isEmpty: false)
    #expect(machine.target(of: .cancelled) == .loaded)
    machine = Self.machine(in: .appending)
    machine.contentChanged(isEmpty: true)
    #expect(
      LoadingMachine.Result.allCases.map { machine.target(of: $0) } == [.loaded, .loaded, .empty, .empty, .empty])
  }
}
