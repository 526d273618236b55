import MusicFiles
import SystemBase
import Testing

@Suite struct NaturalOrderTests {
  /// Each line is in order.
  @Test(arguments: [
    ["Track 2", "Track 10", "Track 100"],
    ["", "1", "2", "10", "a"],
    ["2", "02", "2a", "3"],
    ["A1", "a2", "A10", "b"],
    ["Abc", "abc", "Abd", "abe"],
    ["a", "a1", "a1b", "a2", "aa"],
    ["01 x", "02 a", "2 b", "10 a"],
    ["Éclair", "éclair", "écluse"],
    ["99999999999999999998", "99999999999999999999", "100000000000000000000"],
    ["zebra", "Ångström", "ångström 2", "Ångström 10"],
  ])
  func namesAreSortedInNaturalOrder(names: [String]) {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20 {
      let mixed = names.shuffled(using: &random)
      #expect(mixed.sorted { NaturalOrder($0) < NaturalOrder($1) } == names)
    }
  }

  @Test func bytesThatAreNoTextComeAfterTextAndStayApart() {
    let names: [[UInt8]] = [
      [0x61], [0x61, 0x62], [0xC3, 0xA9], [0xE9], [0xE9, 0x31], [0xE9, 0x32], [0xE9, 0x31, 0x30], [0xFF],
    ]
    let order = [0, 1, 2, 3, 4, 5, 6, 7].map { FilePath(bytes: names[$0]) }
    #expect(NaturalOrder.sorted(order.reversed()) == order)
  }

  @Test func componentsOfPathsCompareOneByOne() {
    let paths = ["a/z", "a/z/2", "a/z/10", "a b/a", "ab"].map { FilePath($0) }
    #expect(NaturalOrder.sorted(paths.reversed()) == paths)
  }

  @Test func orderOfAnyThreeNamesIsTotalAndTransitive() {
    var random = SeededGenerator(seed: 5)
    let letters: [UInt8] = [0x30, 0x31, 0x39, 0x61, 0x41, 0x2E, 0x2F, 0xC3, 0xA9, 0x20]
    let keys = (0..<60).map { _ in
      NaturalOrder(
        FilePath(
          bytes: (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
            letters.randomElement(using: &random)
          }))
    }
    for a in keys {
      for b in keys {
        #expect([a < b, a == b, b < a].filter { $0 }.count == 1)
        for c in keys where a < b && b < c { #expect(a < c) }
      }
    }
  }
}
