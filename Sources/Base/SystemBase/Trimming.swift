extension BidirectionalCollection {
  /// Returns the elements without those at both ends that meet a condition.
  package func trimming(_ isBlank: (Element) -> Bool) -> SubSequence {
    let rest = drop(while: isBlank)
    return rest.lastIndex { !isBlank($0) }.map { rest[...$0] } ?? rest
  }
}
