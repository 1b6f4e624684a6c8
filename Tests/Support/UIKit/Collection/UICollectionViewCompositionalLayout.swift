/// The configuration of a list layout.
public struct UICollectionLayoutListConfiguration: Sendable {
  /// The appearance of a list.
  public enum Appearance: Int, Sendable {
    case plain, grouped, insetGrouped, sidebar, sidebarPlain
  }

  /// The kind of a list's headers.
  public enum HeaderMode: Int, Sendable {
    case none, supplementary, firstItemInSection
  }

  /// The kind of a list's footers.
  public enum FooterMode: Int, Sendable {
    case none, supplementary
  }

  /// The appearance of the list.
  public var appearance: Appearance
  /// The kind of headers.
  public var headerMode = HeaderMode.none
  /// The kind of footers.
  public var footerMode = FooterMode.none
  /// Whether the list has separators.
  public var showsSeparators = true

  /// Makes a configuration.
  public init(appearance: Appearance) { self.appearance = appearance }
}

/// A compositional layout. The double supports list layouts only.
@MainActor
open class UICollectionViewCompositionalLayout: BandedLayout {
  private var configuration = UICollectionLayoutListConfiguration(appearance: .plain)

  /// Makes the layout of a list.
  public static func list(
    using configuration: UICollectionLayoutListConfiguration
  )
    -> UICollectionViewCompositionalLayout
  {
    let layout = UICollectionViewCompositionalLayout()
    layout.configuration = configuration
    return layout
  }

  override func section(_ section: Int, lines: Int, height: CGFloat) -> SectionBands.Section {
    SectionBands.Section(
      header: configuration.headerMode == .supplementary ? 28 : 0,
      lines: .uniform(count: lines, height: height, spacing: 0),
      footer: configuration.footerMode == .supplementary ? 28 : 0)
  }
}
