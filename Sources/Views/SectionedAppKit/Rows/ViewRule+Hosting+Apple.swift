#if os(macOS)
  import AppKit
  import SectionedViews
  import SwiftUI

  // Rules for SwiftUI views.
  extension ViewRule {
    /// Makes a rule for rows of a table or an outline that show a SwiftUI view, or for headers and footers of a
    /// collection.
    ///
    /// ```swift
    /// rules.add(.hostedRow(for: Message.self) { message, _ in Label(message.subject, systemImage: "envelope") })
    /// ```
    ///
    /// - Parameters:
    ///   - model: the type of the models.
    ///   - role: `.cell` for items, `.header` for sections, or `.footer` for sections of a collection.
    ///   - identifier: the name of the rule; nil for a name made of the types.
    ///   - condition: returns whether the rule applies to a model; nil if it applies to all models of the type.
    ///   - content: makes the view.
    public static func hostedRow<Model, Content: View>(
      for model: Model.Type, role: ViewRole = .cell, identifier: String? = nil,
      where condition: ((Model, ViewContext) -> Bool)? = nil,
      @ViewBuilder content: @escaping @MainActor (Model, ViewContext) -> Content
    ) -> ViewRule {
      ViewRule(role, HostingRow<Content>.self, for: model, identifier: identifier, where: condition) {
        $0.host.show(content($1, $2), in: $0)
      }
    }

    /// Makes a rule for items of a collection that show a SwiftUI view.
    ///
    /// - Parameters:
    ///   - model: the type of the models.
    ///   - identifier: the name of the rule; nil for a name made of the types.
    ///   - condition: returns whether the rule applies to a model; nil if it applies to all models of the type.
    ///   - content: makes the view.
    public static func hostedItem<Model, Content: View>(
      for model: Model.Type, identifier: String? = nil, where condition: ((Model, ViewContext) -> Bool)? = nil,
      @ViewBuilder content: @escaping @MainActor (Model, ViewContext) -> Content
    ) -> ViewRule {
      ViewRule(.cell, HostingItem<Content>.self, for: model, identifier: identifier, where: condition) {
        $0.host.show(content($1, $2), in: $0.view)
      }
    }
  }

  /// The SwiftUI view of a row or an item. Showing another model replaces `rootView`, so the view keeps its state.
  @MainActor
  private struct Host<Content: View> {
    private var view: NSHostingView<Content>?

    mutating func show(_ content: Content, in parent: NSView) {
      if let view {
        view.rootView = content
        return
      }
      let view = NSHostingView(rootView: content)
      view.translatesAutoresizingMaskIntoConstraints = false
      parent.addSubview(view)
      NSLayoutConstraint.activate([
        view.leadingAnchor.constraint(equalTo: parent.leadingAnchor),
        view.trailingAnchor.constraint(equalTo: parent.trailingAnchor),
        view.topAnchor.constraint(equalTo: parent.topAnchor),
        view.bottomAnchor.constraint(equalTo: parent.bottomAnchor),
      ])
      self.view = view
    }
  }

  // A collection view accepts only elements as views of sections.
  private final class HostingRow<Content: View>: NSTableCellView, NSCollectionViewElement {
    var host = Host<Content>()
  }

  private final class HostingItem<Content: View>: NSCollectionViewItem {
    var host = Host<Content>()
    override func loadView() { view = NSView(frame: .zero) }
  }
#endif
