import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import UIKit

/// A picker as a screen of a random test.
@MainActor
final class PickerPlayer<Source: SectionedDataSource>: RandomScreen {
  private let list: PickerList<Source>
  private let picker = UIPickerView()
  private let binding: PickerBinding<Source>
  private var token: ObservationToken?
  private var isBehind = false
  /// The title of the item that the binding reported last.
  private var reported: String?
  private(set) var updates = 0
  private(set) var faults: [String] = []

  init(_ source: Source, _ random: inout SeededRandom, _ meddle: @escaping RandomRules.Hook) {
    list = PickerList(source, includesBlankRow: random.oneIn(2))
    binding = PickerBinding(list, in: picker) { item in item.map { ModelText.text($0) } ?? "none" }
    reported = binding.pickedItem.map { ModelText.text($0) }
    binding.picked = { [weak self] item in
      self?.reported = item.map { ModelText.text($0) }
      meddle()
    }
    token = list.observe { [weak self] update in
      guard let self else { return }
      if !update.changes.isEmpty { updates += 1 }
      isBehind = update.origin == .silent && (isBehind || !update.changes.isEmpty)
    }
  }

  func act(_ random: inout SeededRandom) {
    let count = picker.numberOfRows(inComponent: 0)
    if count > 0 { picker.turn(to: random.below(count), inComponent: 0) }
  }

  func inBatch(_ body: () -> Void) { body() }
  func settle() {}

  func check(_ moment: String) {
    guard !isBehind, faults.count < 5 else { return }
    let count = picker.numberOfRows(inComponent: 0)
    if count != list.numberOfItems(inSection: 0) { faults.append("\(moment): \(count) rows") }
    for row in 0..<count {
      let item = list.item(at: ItemPlace(section: 0, item: row))?.item
      let wanted = item.map { ModelText.text($0) } ?? "none"
      if binding.title(forRow: row) != wanted { faults.append("\(moment): row \(row) is not \(wanted)") }
    }
    let row = picker.selectedRow(inComponent: 0)
    let shown = list.item(at: ItemPlace(section: 0, item: row))?.item.map { ModelText.text($0) }
    let picked = binding.pickedItem.map { ModelText.text($0) }
    if shown != picked { faults.append("\(moment): \(shown ?? "-") is shown, and \(picked ?? "-") picked") }
  }
}
