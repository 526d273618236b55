extension [Double] {
  /// The median; of an even number of values, the mean of the middle two.
  ///
  /// - Precondition: there is a value.
  var median: Double {
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// Returns the smallest value that this percentage of the values does not exceed.
  ///
  /// - Precondition: there is a value.
  func percentile(_ percent: Double) -> Double {
    let rank = (Double(count) * percent / 100).rounded(.up)
    return sorted()[Swift.max(Int(rank) - 1, 0)]
  }
}
