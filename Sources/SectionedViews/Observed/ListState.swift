import SectionedDataSources

/// The former name of `ObservableDataSource`, which does the same and is observed section by section.
@available(*, deprecated, renamed: "ObservableDataSource")
public typealias ListState = ObservableDataSource
