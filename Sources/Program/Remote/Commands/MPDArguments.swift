/// The arguments of a command, read with the errors of the protocol.
struct MPDArguments {
  let values: [String]

  init(_ values: [String]) { self.values = values }

  var count: Int { values.count }

  subscript(index: Int) -> String { values[index] }

  func optional(_ index: Int) -> String? { values.indices.contains(index) ? values[index] : nil }

  func integer(_ index: Int) throws(MPDError) -> Int {
    guard let number = Int(values[index]), Int(Int32.min)...Int(Int32.max) ~= number else {
      throw MPDError(.argument, "Integer expected: \(values[index])")
    }
    return number
  }

  func integer(_ index: Int, in range: ClosedRange<Int>) throws(MPDError) -> Int {
    let number = try integer(index)
    guard range.contains(number) else {
      throw MPDError(
        .argument, "Number too large or too small: \(number), not \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func boolean(_ index: Int) throws(MPDError) -> Bool {
    switch values[index] {
    case "0": return false
    case "1": return true
    default: throw MPDError(.argument, "Boolean (0/1) expected: \(values[index])")
    }
  }

  /// Parses seconds that are not negative.
  func seconds(_ text: String) throws(MPDError) -> Double {
    guard text.utf8.count < 32, let number = Double(text), number.isFinite, number >= 0 else {
      throw MPDError(.argument, "Float expected: \(text)")
    }
    return number
  }

  func range(_ index: Int) throws(MPDError) -> MPDRange { try MPDRange(values[index]) }
}
