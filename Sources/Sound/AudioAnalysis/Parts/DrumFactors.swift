import Glibc
import SystemBase

/// Factorises the magnitudes of a part of a song into drums, which begin at known hits, and music.
///
/// Each drum has a template of several steps that is active at its hits; each component of the music has a spectrum that may
/// be active at any time. All are fitted by multiplicative updates of the Kullback–Leibler divergence. An activation of 0
/// stays 0, so that a template is active at its hits only. Sources: Smaragdis, Non-negative Matrix Factor Deconvolution (ICA
/// 2004); Wu and Lerch, Drum transcription using partially fixed non-negative matrix factorization (ISMIR 2015).
struct DrumFactors {
  typealias Vector = SIMD16<Float>
  static let lanes = Vector.scalarCount
  private static let components = 30
  private static let rounds = 20
  /// The steps of a template, and the steps on both sides of a hit at which it may begin.
  private static let taps = 16, spread = 1
  /// The steps on both sides over which the median, an estimate of the sound without hits, is taken.
  private static let reach = 8
  private static let tiny: Float = 1e-9

  private let steps: Int
  /// The bands of a step: whole vectors.
  private let width: Int
  private let magnitudes: [Float]
  /// The magnitudes divided by those of the model.
  private var ratios: [Float]
  private var music: Components
  private var drums: [Drum] = []

  /// The spectra of the components of the music, one after the other, and their activations, step by step.
  private struct Components {
    var spectra: [Float]
    var levels: [Float]
  }

  /// The template of a drum, step by step, and its level in each step; those at `places` alone are not 0.
  private struct Drum {
    var template: [Float]
    var levels: [Float]
    let places: [Int]
  }

  /// - Parameters:
  ///   - magnitudes: steps after each other, each of `width` bands.
  ///   - width: a multiple of `lanes`.
  ///   - hits: for each drum the steps of its hits.
  ///   - seed: the seed of the random initial values of the music.
  init(_ magnitudes: [Float], width: Int, hits: [[Int]], seed: Int) {
    (self.magnitudes, self.width) = (magnitudes, width)
    steps = magnitudes.count / width
    ratios = magnitudes
    var random = SeededGenerator(seed: UInt64(seed))
    let mean = magnitudes.reduce(0, +) / Float(max(1, steps * DrumFactors.components))
    func numbers(_ count: Int, _ scale: Float) -> [Float] {
      (0..<count).map { _ in scale * Float.random(in: 0.5...1.5, using: &random) }
    }
    music = Components(
      spectra: numbers(DrumFactors.components * width, 1),
      levels: numbers(DrumFactors.components * steps, mean))
    let rises = DrumFactors.rises(magnitudes, steps: steps, width: width)
    drums = hits.filter { !$0.isEmpty }.map { drum(at: $0, rises) }
    normalise(isFirst: true)
  }

  /// Returns how much each magnitude exceeds the median of its band around it.
  private static func rises(_ magnitudes: [Float], steps: Int, width: Int) -> [Float] {
    var rises = magnitudes
    var sorted: [Float] = []
    for band in 0..<width {
      // The sorted magnitudes around a step. From step to step one is inserted and one is removed.
      sorted.removeAll(keepingCapacity: true)
      func place(_ value: Float) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
          let middle = (low + high) / 2
          if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
      }
      for step in 0..<min(reach, steps) {
        let value = magnitudes[step * width + band]
        sorted.insert(value, at: place(value))
      }
      for step in 0..<steps {
        if step + reach < steps {
          let value = magnitudes[(step + reach) * width + band]
          sorted.insert(value, at: place(value))
        }
        if step - reach - 1 >= 0 { sorted.remove(at: place(magnitudes[(step - reach - 1) * width + band])) }
        rises[step * width + band] = max(0, magnitudes[step * width + band] - sorted[sorted.count / 2])
      }
    }
    return rises
  }

  /// Returns a drum whose template is the median of the rises after its hits.
  private func drum(at hits: [Int], _ rises: [Float]) -> Drum {
    var template = [Float](repeating: 0, count: DrumFactors.taps * width)
    var values: [Float] = []
    for tap in 0..<DrumFactors.taps {
      for band in 0..<width {
        values.removeAll(keepingCapacity: true)
        for hit in hits where hit + tap < steps { values.append(rises[(hit + tap) * width + band]) }
        values.sort()
        template[tap * width + band] =
          DrumFactors.tiny + (values.isEmpty ? 0 : values[values.count / 2])
      }
    }
    var levels = [Float](repeating: 0, count: steps)
    for hit in hits {
      let near = max(0, hit - DrumFactors.spread)..<min(steps, hit + DrumFactors.spread + 1)
      for step in near {
        // The rise of four steps is about half of a hit.
        let end = min(steps, step + 4)
        let rise = rises[step * width..<end * width].reduce(0, +)
        levels[step] = rise / Float(2 * near.count) + DrumFactors.tiny
      }
    }
    return Drum(template: template, levels: levels, places: levels.indices.filter { levels[$0] > 0 })
  }

  // MARK: The fit

  /// Fits drums and music. Returns the share of the drums in the power of each band, step by step; nil if cancelled.
  ///
  /// - Parameter factor: of the magnitudes of the drums, before both are compared.
  mutating func fit(factor: Float, isCancelled: () -> Bool) -> [Float]? {
    for _ in 0..<DrumFactors.rounds {
      if isCancelled() { return nil }
      compare()
      updateLevels()
      compare()
      updateSpectra()
      normalise(isFirst: false)
    }
    let music = model(withMusic: true, withDrums: false)
    return zip(music, model(withMusic: false, withDrums: true)).map { music, drums in
      let (music, drums) = (music * music, factor * factor * drums * drums)
      return drums / (music + drums + DrumFactors.tiny * DrumFactors.tiny)
    }
  }

  private func model(withMusic: Bool, withDrums: Bool) -> [Float] {
    var model = [Float](repeating: DrumFactors.tiny, count: steps * width)
    model.withUnsafeMutableBufferPointer { model in
      if withMusic {
        for step in 0..<steps {
          let row = Rows(rebasing: model[step * width..<(step + 1) * width])
          for index in 0..<DrumFactors.components {
            Rows.add(
              music.spectra, from: index * width, times: music.levels[step * DrumFactors.components + index],
              to: row)
          }
        }
      }
      if withDrums {
        for drum in drums {
          for place in drum.places {
            let end = min(steps, place + DrumFactors.taps)
            let rows = Rows(rebasing: model[place * width..<end * width])
            Rows.add(drum.template, from: 0, times: drum.levels[place], to: rows)
          }
        }
      }
    }
    return model
  }

  /// Divides the magnitudes by those of the model.
  private mutating func compare() {
    ratios = model(withMusic: true, withDrums: true)
    ratios.withUnsafeMutableBufferPointer { Rows.divide(magnitudes, by: $0) }
  }

  private mutating func updateLevels() {
    for step in 0..<steps {
      for index in 0..<DrumFactors.components {
        music.levels[step * DrumFactors.components + index] *= Rows.product(
          ratios, from: step * width, music.spectra, from: index * width, count: width)
      }
    }
    for number in drums.indices {
      let template = drums[number].template
      for place in drums[number].places {
        let count = min(DrumFactors.taps, steps - place) * width
        let product = Rows.product(ratios, from: place * width, template, from: 0, count: count)
        // The template sums to 1, except for the part beyond the end of the block.
        let sum = count == template.count ? 1 : template[..<count].reduce(DrumFactors.tiny, +)
        drums[number].levels[place] *= product / sum
      }
    }
  }

  private mutating func updateSpectra() {
    var (changes, sums) = (
      [Float](repeating: 0, count: music.spectra.count),
      [Float](repeating: DrumFactors.tiny, count: DrumFactors.components)
    )
    changes.withUnsafeMutableBufferPointer { changes in
      for step in 0..<steps {
        for index in 0..<DrumFactors.components {
          let level = music.levels[step * DrumFactors.components + index]
          sums[index] += level
          let row = Rows(rebasing: changes[index * width..<(index + 1) * width])
          Rows.add(ratios, from: step * width, times: level, to: row)
        }
      }
    }
    for index in music.spectra.indices { music.spectra[index] *= changes[index] / sums[index / width] }
    for number in drums.indices {
      let drum = drums[number]
      var changes = [Float](repeating: 0, count: drum.template.count)
      changes.withUnsafeMutableBufferPointer { changes in
        for place in drum.places {
          let end = min(DrumFactors.taps, steps - place) * width
          Rows.add(
            ratios, from: place * width, times: drum.levels[place], to: Rows(rebasing: changes[..<end]))
        }
      }
      let sum = drum.levels.reduce(DrumFactors.tiny, +)
      for index in changes.indices { drums[number].template[index] *= changes[index] / sum }
    }
  }

  /// Makes the sums of all spectra and templates 1. `isFirst`: whether the levels are those of such sums already.
  private mutating func normalise(isFirst: Bool) {
    for index in 0..<DrumFactors.components {
      let range = index * width..<(index + 1) * width
      let sum = music.spectra[range].reduce(DrumFactors.tiny, +)
      for place in range { music.spectra[place] /= sum }
      if isFirst { continue }
      for step in 0..<steps { music.levels[step * DrumFactors.components + index] *= sum }
    }
    for number in drums.indices {
      let sum = drums[number].template.reduce(DrumFactors.tiny, +)
      for index in drums[number].template.indices { drums[number].template[index] /= sum }
      if isFirst { continue }
      for place in drums[number].places { drums[number].levels[place] *= sum }
    }
  }
}

/// Rows of numbers, whose count is a multiple of the lanes of a vector.
private typealias Rows = UnsafeMutableBufferPointer<Float>

extension Rows {
  /// Adds numbers from a place on, times a factor, to rows.
  fileprivate static func add(_ numbers: [Float], from start: Int, times factor: Float, to rows: Rows) {
    precondition(start + rows.count <= numbers.count)
    numbers.withUnsafeBytes { numbers in
      let rows = UnsafeMutableRawBufferPointer(rows)
      for offset in stride(from: 0, to: rows.count, by: MemoryLayout<DrumFactors.Vector>.size) {
        let sum =
          rows.loadUnaligned(fromByteOffset: offset, as: DrumFactors.Vector.self) + factor
          * numbers.loadUnaligned(fromByteOffset: 4 * start + offset, as: DrumFactors.Vector.self)
        rows.storeBytes(of: sum, toByteOffset: offset, as: DrumFactors.Vector.self)
      }
    }
  }

  /// Replaces each number of the rows by a number divided by it.
  fileprivate static func divide(_ numbers: [Float], by rows: Rows) {
    for index in rows.indices { rows[index] = numbers[index] / rows[index] }
  }

  /// Returns the sum of the products of two rows.
  fileprivate static func product(
    _ first: [Float], from firstStart: Int, _ second: [Float], from secondStart: Int, count: Int
  ) -> Float {
    precondition(firstStart + count <= first.count && secondStart + count <= second.count)
    return first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        var sum = DrumFactors.Vector.zero
        for offset in stride(from: 0, to: 4 * count, by: MemoryLayout<DrumFactors.Vector>.size) {
          sum +=
            first.loadUnaligned(fromByteOffset: 4 * firstStart + offset, as: DrumFactors.Vector.self)
            * second.loadUnaligned(fromByteOffset: 4 * secondStart + offset, as: DrumFactors.Vector.self)
        }
        return sum.sum()
      }
    }
  }
}
