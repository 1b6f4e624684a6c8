/// Every row of the table, cheap ones first.
var allCases: [Benchmark] {
  FetchCases.all + SaveCases.all + [PredicateCase.benchmark] + FirstFetchCases.all + EventCases.all + BatchCases.all
    + [PlanCase.benchmark, MemoryCase.benchmark] + SavedEventCases.all
}
