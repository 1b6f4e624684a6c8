/// Every row of the table, cheap ones first.
var allCases: [Benchmark] {
  FetchCases.all + AccessorCases.all + MakeCases.all + SaveCases.all + BatchInsertCases.all + BatchChangeCases.all
    + VarietyCases.all + [
      PredicateCase.benchmark
    ]
    + [MigrationCase.benchmark] + FirstFetchCases.all + ListCases.all + EventCases.all + BatchCases.all + [
      PlanCase.benchmark, MemoryCase.benchmark,
    ] + SavedEventCases.all + [
      ExternalHistoryCase.benchmark, HistoryReadingCase.benchmark,
    ]
    + ImportCases.all + SourceCases.all + ViewCases.all + BrowseCases.all + ServerCases.all + [GrowthCases.benchmark]
}
