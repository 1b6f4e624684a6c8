import SectionedViews
import Testing

@Suite struct RuleTests { @Test func empty() { #expect(ListRules().rules.isEmpty) } }
