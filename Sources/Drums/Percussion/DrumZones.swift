/// Finds the pads of the zones of drums, such as the rims of toms and the edges of crashes, by their names.
package enum DrumZones {
  /// Returns the pad of a zone for each of some drums; nil for a drum without one.
  ///
  /// A zone with the name of a drum is that of this drum: `low tom rim`. Where no pad has that name, it is that of the
  /// drum with its number: `crash 2 edge`. Zones without either are those of the drums that are left, in their order.
  ///
  /// - Parameters:
  ///   - zones: pads whose names contain the word.
  ///   - word: the name of the zone in lower case, such as `rim`.
  ///   - drums: nil for a drum that the kit does not have.
  ///   - kit: all pads of the kit.
  package static func pads(_ zones: [Pad], called word: String, of drums: [Pad?], in kit: [Pad]) -> [Int?] {
    // Most kits have none.
    if zones.isEmpty { return drums.map { _ in nil } }
    var found = [Int?](repeating: nil, count: drums.count)
    var left = zones.map { zone in
      let drum = letters(zone.name).split(separator: word).joined()
      return (pad: zone.number, drum: drum, number: number(in: zone.name, upTo: drums.count))
    }
    func assign(where belongs: (_ drum: String, _ number: Int?, _ index: Int) -> Bool) {
      for index in drums.indices where found[index] == nil {
        if let place = left.firstIndex(where: { belongs($0.drum, $0.number, index) }) {
          found[index] = left.remove(at: place).pad
        }
      }
    }
    assign { drum, _, index in drums[index].map { letters($0.name) == drum } ?? false }
    let others = Set(kit.map { letters($0.name) })
    left.removeAll { others.contains($0.drum) }
    assign { _, number, index in number == index + 1 }
    assign { _, number, index in number == nil && drums[index] != nil }
    assign { _, number, _ in number == nil }
    return found
  }

  /// Returns the letters and digits of a name in lower case.
  private static func letters(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Returns the first number of a name that is that of a drum, from 1 to `count`; nil if there is none. Others may be
  /// diameters in inches.
  private static func number(in name: String, upTo count: Int) -> Int? {
    name.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }.first { $0 >= 1 && $0 <= count }
  }
}
