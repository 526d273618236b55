extension [Double] {
  /// The middle one; of an even number, the mean of the two. Not to be asked of none.
  var median: Double {
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The smallest value that so many percent do not exceed. Not to be asked of none.
  func percentile(_ percent: Double) -> Double {
    let rank = (Double(count) * percent / 100).rounded(.up)
    return sorted()[Swift.max(Int(rank) - 1, 0)]
  }
}
