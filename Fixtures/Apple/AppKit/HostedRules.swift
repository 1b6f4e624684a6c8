// Rows, items and headers that are views of SwiftUI, for the lists of the other samples.
#if canImport(SwiftUI)
  import AppKit
  import SectionedAppKit
  import SectionedViews
  import SwiftUI

  @MainActor
  enum HostedRules {
    static var messages: ListRules {
      var rules = ListRules()
      // guide
      rules.add(
        .hostedRow(for: Message.self) { message, _ in Label(message.subject, systemImage: "envelope") })
      rules.add(
        .hostedRow(for: Day.self, role: .header) { day, context in Text("\(day.name) (\(context.numberOfItems))") })
      // end
      return rules
    }

    static var pictures: ListRules {
      var rules = ListRules()
      rules.add(
        .hostedItem(for: Picture.self, where: { picture, _ in !picture.name.isEmpty }) { picture, _ in
          VStack {
            Image(systemName: "photo")
            Text(picture.name)
          }
        })
      rules.add(.hostedItem(for: Picture.self, identifier: "nameless") { _, _ in Image(systemName: "photo") })
      rules.add(.hostedRow(for: Trip.self, role: .header) { trip, _ in Text(trip.name).bold() })
      return rules
    }
  }
#endif
