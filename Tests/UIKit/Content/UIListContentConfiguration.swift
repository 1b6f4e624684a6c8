/// The usual contents of a cell: an image, a text and a second text.
public struct UIListContentConfiguration: UIContentConfiguration, Hashable, Sendable {
  /// The image.
  public var image: UIImage?
  /// The text.
  public var text: String?
  /// The second text.
  public var secondaryText: String?
  /// How the text is drawn.
  public var textProperties = TextProperties()
  /// How the second text is drawn.
  public var secondaryTextProperties = TextProperties()

  /// How a text is drawn.
  public struct TextProperties: Hashable, Sendable {
    /// Its font.
    public var font = UIFont.systemFont(ofSize: 17)
    /// Its colour.
    public var color = UIColor.label
    /// How many lines it has at most; 0 for any number.
    public var numberOfLines = 0
  }

  private init() {}

  /// Of a cell.
  public static func cell() -> Self { Self() }
  /// Of a cell with a second line.
  public static func subtitleCell() -> Self { Self() }
  /// Of a cell with a second text beside the first.
  public static func valueCell() -> Self { Self() }
  /// Of a header.
  public static func plainHeader() -> Self { Self() }
  /// Of a footer.
  public static func plainFooter() -> Self { Self() }
  /// Of a header of a group.
  public static func groupedHeader() -> Self { Self() }
  /// Of a footer of a group.
  public static func groupedFooter() -> Self { Self() }

  /// Makes a view of the contents.
  @MainActor
  public func makeContentView() -> any UIView & UIContentView { UIListContentView(configuration: self) }

  /// The contents for a state: the same.
  public func updated(for state: any UIConfigurationState) -> Self { self }
}

/// Shows the usual contents of a cell.
@MainActor
open class UIListContentView: UIView, UIContentView {
  /// What it shows.
  public var configuration: any UIContentConfiguration

  /// Makes a view of contents.
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
