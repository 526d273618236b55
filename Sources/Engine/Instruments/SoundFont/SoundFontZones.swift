import SystemBase

/// The zones of the presets of a SoundFont: which samples sound at which keys and velocities. Samples are not read.
///
/// Source: SoundFont Technical Specification 2.04, sections 7.2 to 7.10 and 8.1.
package struct SoundFontZones: Sendable {
  /// A zone of an instrument, within the ranges of the zone of the preset that uses it.
  package struct Zone: Hashable, Sendable {
    package let keys: ClosedRange<Int>
    /// 1–127.
    package let velocities: ClosedRange<Int>
    /// Notes of the same class end each other; 0 for none.
    package let exclusiveClass: Int
    /// The name of the sample; may be empty.
    package let sample: String
  }

  /// The lists of records in the order of the file. The last record of each only ends the list.
  private enum List: String, CaseIterable {
    case presets = "phdr"
    case presetBags = "pbag"
    case presetGenerators = "pgen"
    case instruments = "inst"
    case instrumentBags = "ibag"
    case instrumentGenerators = "igen"
    case samples = "shdr"

    /// The size of a record in bytes.
    var size: Int {
      switch self {
      case .presets: 38
      case .instruments: 22
      case .samples: 46
      case .presetBags, .presetGenerators, .instrumentBags, .instrumentGenerators: 4
      }
    }
  }

  /// Generators, and those that link a zone to its instrument or its sample.
  private enum Generator {
    static let keys = 43
    static let velocities = 44
    static let exclusiveClass = 57
    static let instrument = 41
    static let sample = 53
  }

  /// The most zones and generators of a preset that are read. Records of a damaged file may refer to all others.
  private static let most = 1 << 20

  private var lists: [List: ArraySlice<UInt8>] = [:]

  /// Reads the records of a file.
  ///
  /// - Throws: the errors of `SoundFont`.
  package init(_ path: FilePath) throws(FileError) {
    let bytes = try SoundFont.presetData(path)
    for list in List.allCases { lists[list] = SoundFont.chunk(list.rawValue, in: bytes) }
  }

  /// Returns the zones of a preset in the order of the file; none if the file does not have it.
  package func zones(of preset: SoundFont.Preset) -> [Zone] {
    let index = (0..<count(of: .presets)).first { index in
      number(.presets, index, at: 20) == preset.program && number(.presets, index, at: 22) == preset.bank
    }
    guard let index, let bags = range(.presets, index, at: 24) else { return [] }
    var budget = SoundFontZones.most
    var zones: [Zone] = []
    for outer in generators(bags, .presetBags, .presetGenerators, link: Generator.instrument, &budget) {
      guard let instrument = outer[Generator.instrument], instrument < count(of: .instruments),
        let bags = range(.instruments, instrument, at: 20)
      else { continue }
      zones += generators(bags, .instrumentBags, .instrumentGenerators, link: Generator.sample, &budget)
        .compactMap { zone($0, in: outer) }
    }
    return zones
  }

  /// Returns the zone of an instrument in one of a preset; nil if their ranges do not overlap or its sample is missing.
  private func zone(_ inner: [Int: Int], in outer: [Int: Int]) -> Zone? {
    func common(_ generator: Int, from lowest: Int) -> ClosedRange<Int>? {
      let limits = [inner, outer].compactMap { $0[generator] }
      let low = limits.reduce(lowest) { max($0, $1 & 0xFF) }
      let high = limits.reduce(127) { min($0, $1 >> 8) }
      return low <= high ? low...high : nil
    }
    guard let keys = common(Generator.keys, from: 0), let velocities = common(Generator.velocities, from: 1),
      let sample = inner[Generator.sample], sample < count(of: .samples),
      let name = record(.samples, sample)?.prefix(20)
    else { return nil }
    return Zone(
      keys: keys, velocities: velocities, exclusiveClass: inner[Generator.exclusiveClass] ?? 0,
      sample: SoundFont.text(name))
  }

  /// Returns the amounts of the generators of each zone that has a link. The first zone without one has the defaults of
  /// the others.
  private func generators(
    _ bags: Range<Int>, _ bagList: List, _ list: List, link: Int, _ budget: inout Int
  ) -> [[Int: Int]] {
    var (defaults, zones) = ([Int: Int](), [[Int: Int]]())
    for bag in bags {
      guard let places = range(bagList, bag, at: 0) else { continue }
      budget -= places.count + 1
      if budget < 0 { break }
      var zone: [Int: Int] = [:]
      for place in places {
        guard let generator = number(list, place, at: 0), let amount = number(list, place, at: 2) else {
          break
        }
        zone[generator] = amount
        // What follows the link is ignored.
        if generator == link { break }
      }
      if zone[link] != nil {
        zones.append(defaults.merging(zone) { $1 })
      } else if bag == bags.lowerBound {
        defaults = zone
      }
    }
    return zones
  }

  // MARK: Records

  /// The number of records, without the terminal record that each list ends with (SoundFont 2.04, section 7).
  private func count(of list: List) -> Int { max((lists[list]?.count ?? 0) / list.size - 1, 0) }

  /// Returns the bytes of a record; nil past the end of the list.
  private func record(_ list: List, _ index: Int) -> ArraySlice<UInt8>? {
    guard let bytes = lists[list], index < bytes.count / list.size else { return nil }
    return bytes.dropFirst(index * list.size).prefix(list.size)
  }

  private func number(_ list: List, _ index: Int, at offset: Int) -> Int? {
    record(list, index).map { SoundFont.number($0, at: offset, bytes: 2) }
  }

  /// Returns the range of indices of a record: from its own first index up to the first index of the next record. Nil if the
  /// first one is larger.
  private func range(_ list: List, _ index: Int, at offset: Int) -> Range<Int>? {
    guard let first = number(list, index, at: offset), let end = number(list, index + 1, at: offset),
      first <= end
    else { return nil }
    return first..<end
  }
}
