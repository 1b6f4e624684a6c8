import Foundation

extension ValidationPlan.Rule {
  /// The first rule that a value violates, or nil. The text is the end of a sentence that starts with the property's
  /// name.
  func problem(with value: Value) -> (code: Int, text: String, predicate: NSPredicate?)? {
    if value.isNull {
      return isMandatory ? (NSValidationMissingMandatoryPropertyError, "must have a value", nil) : nil
    }
    if let found = rangeProblem(value) ?? boundsProblem(value) { return (found.code, found.text, nil) }
    guard let type, !predicates.isEmpty else { return nil }
    let object = value.boxed(as: type)
    for (predicate, warning) in zip(predicates, warnings) {
      do {
        // `evaluate(with:)` traps on a predicate that cannot be evaluated, and this one may come from a model file.
        if try ObjectEvaluation(object: object, variables: [:]).holds(predicate.syntax) { continue }
        return (NSManagedObjectValidationError, "is not valid: \(warning)", predicate)
      } catch {
        return (NSManagedObjectValidationError, "cannot be validated: \(error.localizedDescription)", predicate)
      }
    }
    return nil
  }

  private func rangeProblem(_ value: Value) -> (code: Int, text: String)? {
    switch value {
    case .int(let number):
      guard let range = type?.integerRange, !range.contains(number) else { return nil }
      return number > 0
        ? (NSValidationNumberTooLargeError, "is \(number), more than \(range.upperBound), the most that it can hold")
        : (NSValidationNumberTooSmallError, "is \(number), less than \(range.lowerBound), the least that it can hold")
    case .double(let number) where number.isNaN: return (NSManagedObjectValidationError, "is not a number (NaN)")
    case .decimal(let box) where box.number.isNaN: return (NSManagedObjectValidationError, "is not a number (NaN)")
    case .date(let seconds) where seconds.isNaN: return (NSValidationInvalidDateError, "is no date (NaN)")
    default: return nil
    }
  }

  private func boundsProblem(_ value: Value) -> (code: Int, text: String)? {
    guard !bounds.isEmpty else { return nil }
    switch value {
    case .string(let text): return stringProblem(text)
    case .int(let number): return numberProblem(Decimal(number))
    case .decimal(let box): return numberProblem(box.number)
    case .double(let number):
      guard let side = side(of: number) else { return nil }
      let isWhole = number == number.rounded() && abs(number) < 1e15
      return numberProblem(side, isWhole ? "\(Int64(number))" : "\(number)")
    case .date(let seconds):
      switch side(of: seconds) {
      case .above: return (NSValidationDateTooLateError, "is later than its latest date")
      case .below: return (NSValidationDateTooSoonError, "is earlier than its earliest date")
      case nil: return nil
      }
    default: return nil
    }
  }

  /// The bound that a value exceeds.
  private enum Side {
    case below, above
  }

  /// - Returns: the exceeded bound; nil for a number within the bounds. They are compared as `Double`, because not
  ///   every `Double` has an exact `Decimal`, and 0.07 must not exceed a maximum of 0.07.
  private func side(of number: Double) -> Side? {
    if let greatestFraction, number > greatestFraction { return .above }
    if let leastFraction, number < leastFraction { return .below }
    return nil
  }

  private func numberProblem(_ number: Decimal) -> (code: Int, text: String)? {
    if let maximum = bounds.maximum, number > maximum { return numberProblem(.above, "\(number)") }
    if let minimum = bounds.minimum, number < minimum { return numberProblem(.below, "\(number)") }
    return nil
  }

  private func numberProblem(_ side: Side, _ number: String) -> (code: Int, text: String) {
    switch side {
    case .above:
      (NSValidationNumberTooLargeError, "is \(number), more than its maximum \(bounds.maximum.map { "\($0)" } ?? "")")
    case .below:
      (NSValidationNumberTooSmallError, "is \(number), less than its minimum \(bounds.minimum.map { "\($0)" } ?? "")")
    }
  }

  private func stringProblem(_ text: String) -> (code: Int, text: String)? {
    let length = Decimal(text.utf16.count)
    if let maximum = bounds.maximum, length > maximum {
      return (NSValidationStringTooLongError, "is \(length) long, more than its maximum \(maximum)")
    }
    if let minimum = bounds.minimum, length < minimum {
      return (NSValidationStringTooShortError, "is \(length) long, less than its minimum \(minimum)")
    }
    if let pattern, !pattern.holds(text) {
      return (NSValidationStringPatternMatchingError, "does not match its pattern \(bounds.pattern ?? "")")
    }
    return nil
  }
}
