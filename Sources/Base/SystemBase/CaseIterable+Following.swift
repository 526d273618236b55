extension CaseIterable where Self: Equatable {
  /// The case after this one, in the order of the declaration; the first one after the last.
  package var following: Self { following(1) }

  /// Returns the case some steps after this one, or before it if they are negative, round and round.
  package func following(_ steps: Int) -> Self {
    let all = Array(Self.allCases)
    let index = ((all.firstIndex(of: self) ?? 0) + steps) % all.count
    return all[index < 0 ? index + all.count : index]
  }
}
