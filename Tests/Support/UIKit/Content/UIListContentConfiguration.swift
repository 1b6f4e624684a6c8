/// The standard content of a cell: an image, a text and a secondary text.
public struct UIListContentConfiguration: UIContentConfiguration, Hashable, Sendable {
  /// The image.
  public var image: UIImage?
  /// The text.
  public var text: String?
  /// The secondary text.
  public var secondaryText: String?
  /// The properties of the text.
  public var textProperties = TextProperties()
  /// The properties of the secondary text.
  public var secondaryTextProperties = TextProperties()

  /// The properties of a text.
  public struct TextProperties: Hashable, Sendable {
    /// The font.
    public var font = UIFont.systemFont(ofSize: 17)
    /// The color.
    public var color = UIColor.label
    /// The largest number of lines; 0 for any number.
    public var numberOfLines = 0
  }

  private init() {}

  /// Makes the content of a cell.
  public static func cell() -> Self { Self() }
  /// Makes the content of a cell whose secondary text is in a second line.
  public static func subtitleCell() -> Self { Self() }
  /// Makes the content of a cell whose secondary text is beside the text.
  public static func valueCell() -> Self { Self() }
  /// Makes the content of a header.
  public static func plainHeader() -> Self { Self() }
  /// Makes the content of a footer.
  public static func plainFooter() -> Self { Self() }
  /// Makes the content of a header in a grouped list.
  public static func groupedHeader() -> Self { Self() }
  /// Makes the content of a footer in a grouped list.
  public static func groupedFooter() -> Self { Self() }

  /// Makes a view that shows the content.
  @MainActor
  public func makeContentView() -> any UIView & UIContentView { UIListContentView(configuration: self) }

  /// Returns the same content, because the double ignores the state.
  public func updated(for state: any UIConfigurationState) -> Self { self }
}

/// The view of a list content configuration.
@MainActor
open class UIListContentView: UIView, UIContentView {
  /// The shown configuration.
  public var configuration: any UIContentConfiguration

  /// Makes a view that shows a configuration.
  public convenience init(configuration: UIListContentConfiguration) {
    self.init(frame: .zero)
    self.configuration = configuration
  }

  override init(frame: CGRect) {
    configuration = UIListContentConfiguration.cell()
    super.init(frame: frame)
  }

  /// Makes a view from an archive.
  public required init?(coder: NSCoder) {
    configuration = UIListContentConfiguration.cell()
    super.init(coder: coder)
  }
}
