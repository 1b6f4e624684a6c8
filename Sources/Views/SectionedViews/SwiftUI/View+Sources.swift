#if canImport(SwiftUI) && canImport(Observation)
  import Accessibility
  import SectionedChanges
  import SectionedDataSources
  import SwiftUI

  extension View {
    /// Adds a search field whose text is the query of a filtered source.
    ///
    /// - Parameters:
    ///   - found: the source that shows the matches, which a list in this view draws.
    ///   - prompt: the text of the empty field; nil for that of the system.
    @MainActor
    public func searchable<Base>(_ found: FilteredDataSource<Base>, prompt: Text? = nil) -> some View {
      searchable(text: Binding(get: { found.text }, set: { found.text = $0 }), prompt: prompt)
    }

    /// Refreshes a source when the user pulls the list down. The activity indicator stays until the refresh has ended.
    ///
    /// - Parameter source: the source that loads the content of a list in this view.
    @MainActor
    public func refreshable<Section, SectionID, Item, ItemID, Cursor>(
      _ source: LoadingDataSource<Section, SectionID, Item, ItemID, Cursor>
    ) -> some View {
      refreshable { @MainActor in _ = await source.outcome(of: .refresh) }
    }

    /// Sets the largest number of changes that a list of `@SectionedObjectsRequest` within this view animates together.
    /// A larger step is drawn without animation.
    ///
    /// - Parameter limit: the number of changes; 250 without this call, as ``ListPresenter/animatedChangeLimit``.
    @MainActor
    public func animatedChangeLimit(_ limit: Int) -> some View { environment(\.animatedChangeLimit, limit) }

    /// Makes assistive technologies speak a text when a source changes while this view is shown.
    ///
    /// - Parameters:
    ///   - source: the source that a list in this view draws.
    ///   - text: the text for an update, in the user's language; nil for none.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @MainActor
    public func announcements<Source: SectionedDataSource>(
      of source: Source, _ text: @escaping @MainActor (Source.Update) -> String?
    ) -> some View {
      modifier(Announcements(source: source, text: text))
    }
  }

  /// The key of the largest number of changes that are animated together.
  struct AnimatedChangeLimit: EnvironmentKey {
    static let defaultValue = 250
  }

  extension EnvironmentValues {
    var animatedChangeLimit: Int {
      get { self[AnimatedChangeLimit.self] }
      set { self[AnimatedChangeLimit.self] = newValue }
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  private struct Announcements<Source: SectionedDataSource>: ViewModifier {
    let source: Source
    let text: @MainActor (Source.Update) -> String?
    @State private var token: ObservationToken?

    func body(content: Content) -> some View {
      content.onAppear { follow() }.onDisappear { token = nil }
        .onChange(of: ObjectIdentifier(source)) { follow() }
    }

    private func follow() {
      let text = text
      token = source.observe { update in
        guard !update.changes.isEmpty, let spoken = text(update) else { return }
        AccessibilityNotification.Announcement(spoken).post()
      }
    }
  }
#endif
