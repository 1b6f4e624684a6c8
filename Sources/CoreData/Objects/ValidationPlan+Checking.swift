import Foundation

extension ValidationPlan.Rule {
  /// What is wrong with a value, or nil. The text goes on after the property's name.
  func problem(with value: Value) -> (code: Int, text: String, predicate: NSPredicate?)? {
    if value.isNull {
      return isMandatory ? (NSValidationMissingMandatoryPropertyError, "must have a value", nil) : nil
    }
    if let found = rangeProblem(value) ?? boundsProblem(value) { return (found.code, found.text, nil) }
    guard let type, !predicates.isEmpty else { return nil }
    let object = value.boxed(as: type)
    for (predicate, warning) in zip(predicates, warnings) {
      do {
        // evaluate(with:) stops the program when a predicate cannot be asked, and this one may come from a file.
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
    case .double(let number): return number.isFinite ? numberProblem(Decimal(number)) : nil
    case .decimal(let box): return numberProblem(box.number)
    case .date(let seconds):
      if let latest = bounds.maximum, Decimal(seconds) > latest {
        return (NSValidationDateTooLateError, "is later than its latest date")
      }
      if let earliest = bounds.minimum, Decimal(seconds) < earliest {
        return (NSValidationDateTooSoonError, "is earlier than its earliest date")
      }
      return nil
    default: return nil
    }
  }

  private func numberProblem(_ number: Decimal) -> (code: Int, text: String)? {
    if let maximum = bounds.maximum, number > maximum {
      return (NSValidationNumberTooLargeError, "is \(number), more than its maximum \(maximum)")
    }
    if let minimum = bounds.minimum, number < minimum {
      return (NSValidationNumberTooSmallError, "is \(number), less than its minimum \(minimum)")
    }
    return nil
  }

  private func stringProblem(_ text: String) -> (code: Int, text: String)? {
    let length = Decimal(text.utf16.count)
    if let maximum = bounds.maximum, length > maximum {
      return (NSValidationStringTooLongError, "is \(length) long, more than its maximum \(maximum)")
    }
    if let minimum = bounds.minimum, length < minimum {
      return (NSValidationStringTooShortError, "is \(length) long, less than its minimum \(minimum)")
    }
    let whole = NSRange(location: 0, length: text.utf16.count)
    if let pattern, pattern.firstMatch(in: text, range: whole) == nil {
      return (NSValidationStringPatternMatchingError, "does not match its pattern \(bounds.pattern ?? "")")
    }
    return nil
  }
}
