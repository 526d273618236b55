import AudioBase
import Glibc
import SystemBase
import Testing

@testable import AudioAnalysis

/// Keys and tunings that are found in generated songs.
@Suite struct KeyTests {
  /// A song with chords, bass, melody and drums in a key, at 11,025 Hz.
  private struct KeyedSong {
    static let rate = 11_025
    private static let beat = rate / 2

    let key: MusicalKey
    let tuning: Int
    private(set) var samples: [Float]
    private var random: SeededGenerator

    /// - Parameter progression: the degrees of the chords, from 0, two beats each.
    init(_ key: MusicalKey, tuning: Int, _ progression: [Int], seed: UInt64) {
      (self.key, self.tuning) = (key, tuning)
      random = SeededGenerator(seed: seed)
      samples = [Float](repeating: 0, count: 2 * KeyedSong.beat * progression.count)
      for (index, degree) in progression.enumerated() { play(degree, at: 2 * index * KeyedSong.beat) }
    }

    private mutating func play(_ degree: Int, at start: Int) {
      let beat = KeyedSong.beat
      for third in [0, 2, 4] {
        // The dominant of a minor key has a major third.
        let sharp = key.isMinor && degree == 4 && third == 2 ? 1 : 0
        note(pitch(degree + third) + sharp, start, 2 * beat, 0.15)
      }
      for count in 0..<2 {
        note(pitch(degree) - 24, start + count * beat, beat, 0.25)
        note(pitch(degree + Int.random(in: 0..<7, using: &random)) + 12, start + count * beat, beat, 0.12)
        for index in 0..<beat / 4 {
          let fade = Float(exp(-20 * Double(index) / Double(beat)))
          samples[start + count * beat + index] += 0.3 * fade * Float.random(in: -0.5...0.5, using: &random)
        }
      }
    }

    private func pitch(_ degree: Int) -> Int {
      let scale = key.isMinor ? [0, 2, 3, 5, 7, 8, 10] : [0, 2, 4, 5, 7, 9, 11]
      return 60 + key.tonic + scale[degree % 7] + 12 * (degree / 7)
    }

    private mutating func note(_ pitch: Int, _ start: Int, _ length: Int, _ level: Double) {
      let hertz = 440 * exp2((Double(pitch) - 69 + Double(tuning) / 100) / 12)
      for partial in 1...4 where hertz * Double(partial) < Double(KeyedSong.rate) * 0.45 {
        let turn = 2 * Double.pi * hertz * Double(partial) / Double(KeyedSong.rate)
        for index in 0..<length {
          let fade = exp(-2 * Double(index) / Double(length))
          samples[start + index] += Float(level / Double(partial) * fade * sin(turn * Double(index)))
        }
      }
    }

    var found: FoundKey? {
      var chromagram = Chromagram(sampleRate: SampleRate(KeyedSong.rate), channels: 1)
      samples.withUnsafeBufferPointer { chromagram.add($0) }
      return FoundKey(chromagram)
    }
  }

  private static let keys = (0..<12).flatMap { tonic in
    [false, true].map { MusicalKey(tonic: tonic, isMinor: $0) }
  }

  /// Whether a key is a key itself, a fifth above or below it, its relative or its parallel one.
  private static func isNear(_ found: MusicalKey, _ key: MusicalKey) -> Bool {
    let relative = MusicalKey(tonic: key.tonic + (key.isMinor ? 3 : -3), isMinor: !key.isMinor)
    let parallel = MusicalKey(tonic: key.tonic, isMinor: !key.isMinor)
    return [key, key.transposed(by: 7), key.transposed(by: -7), relative, parallel].contains(found)
  }

  @Test func keysAndTuningsOfSongsInAllKeysAreFound() throws {
    let progressions = [[0, 4, 5, 3, 0, 4, 0, 0], [0, 3, 4, 0, 5, 3, 4, 0]]
    var (near, right) = (0, 0)
    for (index, key) in Self.keys.enumerated() {
      let tuning = index * 37 % 91 - 45
      let song = KeyedSong(key, tuning: tuning, progressions[index / 2 % 2], seed: UInt64(index + 1))
      let found = try #require(song.found)
      near += Self.isNear(found.key, key) ? 1 : 0
      right += found.key == key ? 1 : 0
      #expect(abs(found.tuning - tuning) <= 4, "\(key.name): \(found.tuning) in place of \(tuning)")
    }
    // At least nine of ten.
    #expect(near >= 22, "\(near) of 24; \(right) of them right")
  }

  @Test func silenceHasNoKey() {
    var chromagram = Chromagram(sampleRate: SampleRate(48_000), channels: 2)
    [Float](repeating: 0, count: 200_000).withUnsafeBufferPointer { chromagram.add($0) }
    #expect(FoundKey(chromagram) == nil)
  }

  @Test func keysHaveNamesAndAreTransposed() throws {
    for key in Self.keys { #expect(MusicalKey(key.symbol) == key) }
    let key = try #require(MusicalKey("Am"))
    #expect(key == MusicalKey(tonic: 9, isMinor: true) && key.name == "A minor")
    #expect(key.transposed(by: -5).symbol == "Em" && key.transposed(by: 12) == key)
    #expect(MusicalKey(tonic: -1, isMinor: false).symbol == "B")
    for text in ["", "m", "H", "am", "A minor"] { #expect(MusicalKey(text) == nil) }
  }
}
