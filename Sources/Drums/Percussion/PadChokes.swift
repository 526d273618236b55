/// Expresses which pads silence each other by one group for each pad, which pads that silence the same others share. Those
/// that do not fit into the group are named.
struct PadChokes {
  /// The group of each pad and the group that silences it.
  private var groups: [Int?]
  private var silencers: [Int?]
  private let fades: [Double]
  /// The pads that silence each pad beside its group.
  private var others: [Set<Int>] = []

  /// Finds the choke groups of pads. `sets` are the indices of the pads that silence each pad, which fades out in its
  /// seconds of `fades`.
  init(_ sets: [Set<Int>], fades: [Double]) {
    groups = Array(repeating: nil, count: sets.count)
    silencers = groups
    self.fades = fades
    let order = sets.indices.filter { !sets[$0].isEmpty }.sorted {
      (sets[$1].count, $0) < (sets[$0].count, $1)
    }
    for pad in order { assign(pad, sets[pad]) }
    others = sets.indices.map { pad in
      let grouped = groups.indices.filter { groups[$0] != nil && groups[$0] == silencers[pad] }
      return sets[pad].subtracting(grouped).subtracting([pad])
    }
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
    guard !free.isEmpty else { return }
    let group = (known.last ?? 0) + 1
    for member in free { groups[member] = group }
    silencers[pad] = group
  }

  /// Returns the choke of a pad by its index; `numbers` are the numbers of all pads.
  func choke(of pad: Int, numbers: [Int]) -> Pad.Choke? {
    if groups[pad] == nil && silencers[pad] == nil && others[pad].isEmpty { return nil }
    var choke = Pad.Choke(group: groups[pad], silencedBy: silencers[pad], fade: min(max(fades[pad], 0), 10))
    choke.pads = others[pad].map { numbers[$0] }.sorted()
    return choke
  }
}

extension PadChokes {
  /// Finds the choke groups of the regions of each pad. In SFZ every region has a group and a group that silences it, so a
  /// key may belong to several.
  init(_ regions: [[SFZRegion]]) {
    let members = regions.map { Set($0.map(\.group)).subtracting([0]) }
    let sets = regions.map { list in
      let offBy = Set(list.filter { $0.isFile }.map(\.offBy)).subtracting([0])
      return Set(members.indices.filter { !members[$0].isDisjoint(with: offBy) })
    }
    self.init(sets, fades: regions.map { $0.first { $0.offBy != 0 }?.fade ?? 0 })
  }

  /// Finds the choke groups of pads with exclusive classes: pads that have one in common silence each other.
  init(classes: [Set<Int>], fade: Double) {
    let sets = classes.map { own in Set(classes.indices.filter { !classes[$0].isDisjoint(with: own) }) }
    self.init(sets, fades: Array(repeating: fade, count: classes.count))
  }
}
