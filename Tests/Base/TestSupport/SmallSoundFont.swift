/// Builds small SoundFonts: square waves of 1,000 Hz, each with a length of its own.
///
/// Source: SoundFont Technical Specification 2.04, sections 4 to 7.
package struct SmallSoundFont {
  /// Generators and their amounts, and the index of what the zone links to; nil for a global zone.
  package struct Zone {
    let generators: [(Int, Int)]
    let link: Int?

    package init(_ generators: [(Int, Int)], _ link: Int?) {
      (self.generators, self.link) = (generators, link)
    }
  }

  package static func keys(_ low: Int, _ high: Int) -> (Int, Int) { (43, low | high << 8) }
  package static func velocities(_ low: Int, _ high: Int) -> (Int, Int) { (44, low | high << 8) }
  package static func exclusiveClass(_ number: Int) -> (Int, Int) { (57, number) }
  /// All keys play a sample at its own pitch.
  package static let anyPitch = (56, 0)

  /// The names and numbers of frames, at 48,000 Hz.
  package var samples: [(name: String, frames: Int)] = []
  package var instruments: [[Zone]] = []
  package var presets: [(bank: Int, program: Int, zones: [Zone])] = []

  package init() {}

  package var bytes: [UInt8] {
    let info =
      chunk("ifil", words(2, 4)) + chunk("isng", Array("EMU8000\0".utf8)) + chunk("INAM", name("small"))
    let lists = [list("INFO", info), list("sdta", chunk("smpl", pcm)), list("pdta", records)]
    return chunk("RIFF", Array("sfbk".utf8) + lists.flatMap { $0 })
  }

  /// The samples, each followed by the 46 zeros that the specification asks for.
  private var pcm: [UInt8] {
    samples.flatMap { sample in
      words((0..<sample.frames).map { $0 / 24 % 2 == 0 ? 16_000 : -16_000 })
        + [UInt8](repeating: 0, count: 92)
    }
  }

  private var headers: [UInt8] {
    var (bytes, start) = ([UInt8](), 0)
    for sample in samples {
      let end = start + sample.frames
      // Start, end, loop, rate, key and correction, link, mono.
      bytes += name(sample.name) + longs(start, end, start + 8, end - 8, 48_000) + [60, 0] + words(0, 1)
      start = end + 46
    }
    return bytes + name("EOS") + [UInt8](repeating: 0, count: 26)
  }

  private var records: [UInt8] {
    let outer = zones(presets.map(\.zones), link: 41)
    let inner = zones(instruments, link: 53)
    var (heads, kinds) = ([UInt8](), [UInt8]())
    for (index, preset) in presets.enumerated() {
      heads +=
        name("preset \(index)") + words(preset.program, preset.bank, outer.starts[index]) + longs(0, 0, 0)
    }
    heads += name("EOP") + words(0, 0, outer.starts[presets.count]) + longs(0, 0, 0)
    for index in instruments.indices { kinds += name("instrument \(index)") + words(inner.starts[index]) }
    kinds += name("EOI") + words(inner.starts[instruments.count])
    let none = [UInt8](repeating: 0, count: 10)
    let chunks = [
      chunk("phdr", heads), chunk("pbag", outer.bags), chunk("pmod", none), chunk("pgen", outer.generators),
      chunk("inst", kinds), chunk("ibag", inner.bags), chunk("imod", none), chunk("igen", inner.generators),
      chunk("shdr", headers),
    ]
    return chunks.flatMap { $0 }
  }

  private func zones(
    _ groups: [[Zone]], link: Int
  ) -> (bags: [UInt8], generators: [UInt8], starts: [Int]) {
    var (bags, generators, starts) = ([UInt8](), [UInt8](), [Int]())
    for zones in groups {
      starts.append(bags.count / 4)
      for zone in zones {
        bags += words(generators.count / 4, 0)
        for (generator, amount) in zone.generators { generators += words(generator, amount) }
        if let target = zone.link { generators += words(link, target) }
      }
    }
    starts.append(bags.count / 4)
    bags += words(generators.count / 4, 0)
    return (bags, generators + words(0, 0), starts)
  }

  // MARK: Bytes

  private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + longs(content.count) + content + (content.count % 2 == 0 ? [] : [0])
  }

  private func list(_ name: String, _ content: [UInt8]) -> [UInt8] {
    chunk("LIST", Array(name.utf8) + content)
  }

  private func name(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8.prefix(20))
    return bytes + [UInt8](repeating: 0, count: 20 - bytes.count)
  }

  private func words(_ numbers: Int...) -> [UInt8] { words(numbers) }

  private func words(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  private func longs(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { words($0, $0 >> 16) }
  }
}
