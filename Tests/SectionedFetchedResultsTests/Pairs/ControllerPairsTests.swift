import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("Each pair of events, policies, requests and user's moves of a controller")
struct ControllerPairsTests {
  enum Operation: Sendable {
    case deed(MusicDeed)
    case policy(PolicyDeed)
    /// Sets the grouping key path. With our Core Data, it may end in the section itself.
    case group(String)
    case togglePermanentIDs
  }

  static let operations: [Operation] = {
    var all = MusicDeed.allCases.map { Operation.deed($0) } + PolicyDeed.allCases.map { Operation.policy($0) }
    all.append(.togglePermanentIDs)
    if !PublicInterface.isAllThereIs { all += [.group("album"), .group("album.identifier")] }
    return all
  }()

  @Test("in one event and in two: the list is what two fetches give, and each batch leads from one list to the next")
  func pairs() {
    let pairs = OperationPair.drawn(Self.operations, oneIn: 6)
    var batches = 0
    for pair in pairs {
      do {
        batches += try Run(pair.start, "\(pair)").perform(pair)
      } catch {
        Issue.record("\(pair): \(error)")
      }
    }
    if pairs.count > 20 { #expect(batches > pairs.count / 2, "hardly an operation is reported") }
  }

  @Test("the second in the delegate's call about the first: it is reported as the next batch")
  func inCallbacks() {
    let pairs = OperationPair.drawn(Self.operations, oneIn: 6).filter { $0.way == .oneStep }
    var done = 0
    for pair in pairs {
      for line in ["will", "changes", "did"] {
        do {
          let isDone = try Run(pair.start, "\(pair), in \(line)").perform(pair.first, pair.second, in: line)
          if isDone { done += 1 }
        } catch {
          Issue.record("\(pair), in \(line): \(error)")
        }
      }
    }
    if pairs.count > 20 { #expect(done > pairs.count, "hardly an operation is done in a call") }
  }

  /// A controller of a library, with a law that compares its outputs.
  private final class Run {
    let library: MusicLibrary
    let controller: MusicLibrary.Controller
    let recorder = MusicLibrary.recorder()
    let hand: MusicHand
    let law: OutputLaw
    let name: String

    init(_ start: PairStart, _ name: String) throws {
      self.name = name
      let (library, recorder) = (try MusicLibrary(), recorder)
      let controller = library.controller()
      controller.itemFetchRequest.sortDescriptors = PolicyDeed.order(true)
      controller.sectionFetchRequest.sortDescriptors = PolicyDeed.order(true)
      let made = try library.run {
        let hand = try MusicHand(start, in: library)
        try controller.performFetch()
        controller.delegate = recorder
        return (hand: hand, law: OutputLaw(of: controller, recorder))
      }
      (self.library, self.controller) = (library, controller)
      (hand, law) = (made.hand, made.law)
    }

    /// Performs a pair of operations.
    ///
    /// - Returns: the number of reported batches.
    func perform(_ pair: OperationPair<Operation>) throws -> Int {
      try check("at first")
      if pair.way == .twoSteps {
        try event { try act(pair.first) }
        try check("after the first")
        try event { try act(pair.second) }
      } else {
        try event {
          try act(pair.first)
          try act(pair.second)
        }
      }
      try check("after both")
      return recorder.changes.count
    }

    /// Performs an operation, and a second one in the first delegate call of a kind.
    ///
    /// - Returns: whether there was such a call.
    func perform(_ first: Operation, _ second: Operation, in line: String) throws -> Bool {
      try check("at first")
      var failure: (any Error)?
      var isDone = false
      defer { recorder.during = nil }
      recorder.during = { [unowned self] call, _ in
        guard call == line, !isDone else { return }
        isDone = true
        do {
          try hand.look()
          try act(second)
        } catch {
          failure = error
        }
      }
      try event { try act(first) }
      library.context.processEverything()
      library.run { recorder.during = nil }
      if let failure { throw failure }
      try check("after both")
      return isDone
    }

    private func event(_ body: () throws -> Void) throws {
      try library.run {
        try hand.look()
        try body()
        library.context.processPendingChanges()
      }
    }

    private func act(_ operation: Operation) throws {
      switch operation {
      case .deed(let deed): try deed.perform(hand)
      case .policy(let deed):
        if deed.isSilent { law.expectJump() }
        try deed.perform(on: controller)
      case .group(let path):
        controller.sectionGroupingKeyPath = path
        try controller.performFetch()
      case .togglePermanentIDs: controller.obtainsPermanentIDs.toggle()
      }
    }

    private func check(_ moment: String) throws {
      library.context.processEverything()
      try library.run {
        let reference = try ReferenceList(for: controller)
        #expect(ReferenceList(shownBy: controller) == reference, "\(name), \(moment)")
        law.check()
        #expect(law.wrong == [], "\(name), \(moment)")
        #expect(recorder.errors.isEmpty, "\(name), \(moment): \(recorder.errors)")
      }
    }
  }
}
