import AudioBase

/// Expresses which keys silence each other by one group for each pad: keys that silence the same others share it. In SFZ
/// every region has a group and a group that silences it, so a key may belong to several.
struct SFZChokes {
  /// The group of each pad and the group that silences it.
  private var groups: [Int?]
  private var silencers: [Int?]
  private let fades: [Double]
  /// The pads that more pads should silence than one group can express.
  private(set) var incomplete: Set<Int> = []

  /// Finds the choke groups of regions. `regions` are the regions of each pad.
  init(_ regions: [[SFZRegion]]) {
    groups = Array(repeating: nil, count: regions.count)
    silencers = groups
    fades = regions.map { $0.first { $0.offBy != 0 }?.fade ?? 0 }
    let members = regions.map { Set($0.map(\.group)).subtracting([0]) }
    // The pads that silence each pad.
    let sets = regions.map { list in
      let offBy = Set(list.filter { $0.isFile }.map(\.offBy)).subtracting([0])
      return Set(members.indices.filter { !members[$0].isDisjoint(with: offBy) })
    }
    let order = sets.indices.filter { !sets[$0].isEmpty }.sorted {
      (sets[$1].count, $0) < (sets[$0].count, $1)
    }
    for pad in order { assign(pad, sets[pad]) }
  }

  /// Finds or makes the group of the pads that silence a pad, which never silences itself by its group.
  private mutating func assign(_ pad: Int, _ set: Set<Int>) {
    let wanted = set.subtracting([pad])
    let known = Set(groups.compactMap { $0 }).sorted()
    let fits = known.first { group in
      Set(groups.indices.filter { groups[$0] == group }).subtracting([pad]) == wanted
    }
    if let fits {
      silencers[pad] = fits
      return
    }
    let free = set.filter { groups[$0] == nil }
    if !set.subtracting(free).subtracting([pad]).isEmpty { incomplete.insert(pad) }
    guard !free.isEmpty else { return }
    let group = (known.last ?? 0) + 1
    for member in free { groups[member] = group }
    silencers[pad] = group
  }

  func choke(of pad: Int) -> Pad.Choke? {
    if groups[pad] == nil && silencers[pad] == nil { return nil }
    return Pad.Choke(group: groups[pad], silencedBy: silencers[pad], fade: min(max(fades[pad], 0), 10))
  }
}
