/// How a list looks.
public struct UICollectionLayoutListConfiguration: Sendable {
  /// How a list looks.
  public enum Appearance: Int, Sendable {
    case plain, grouped, insetGrouped, sidebar, sidebarPlain
  }

  /// Whether sections have headers.
  public enum HeaderMode: Int, Sendable {
    case none, supplementary, firstItemInSection
  }

  /// Whether sections have footers.
  public enum FooterMode: Int, Sendable {
    case none, supplementary
  }

  /// How the list looks.
  public var appearance: Appearance
  /// Whether sections have headers.
  public var headerMode = HeaderMode.none
  /// Whether sections have footers.
  public var footerMode = FooterMode.none
  /// Whether there are lines between items.
  public var showsSeparators = true

  /// Makes a configuration.
  public init(appearance: Appearance) { self.appearance = appearance }
}

/// A layout put together from parts. The double has lists.
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
