/// A pad of a shipped kit: its instrument and its entry in `kit.json`.
struct KitPad: Sendable {
  /// The velocity layers of a pad, each with as many different strokes that take turns.
  struct Dynamics {
    /// The highest velocity of each layer, the softest first.
    let borders: [Int]
    let strokes: Int

    /// Four layers: two for soft strokes, one around the velocity of a plain key, 100, and one for accents.
    static let full = Dynamics(borders: [36, 68, 112, 127], strokes: 3)
    /// Three layers: soft strokes, plain keys and accents.
    static let some = Dynamics(borders: [68, 112, 127], strokes: 2)
    /// Three layers of one stroke: for sounds of machines, and long ones that are struck seldom.
    static let few = Dynamics(borders: [68, 112, 127], strokes: 1)
    static let single = Dynamics(borders: [127], strokes: 1)

    /// Six layers: two of ghost notes, two of soft strokes, one around a plain key, and one for accents.
    static let sixOfFour = Dynamics(borders: [20, 40, 64, 86, 112, 127], strokes: 4)
  }

  let number: Int
  let name: String
  /// The colour as `#RRGGBB`.
  let colour: String
  /// The gain in dB. The loudest stroke of a pad peaks at -3 dBFS, less the gain of its layers; all its samples are equally loud at their onset.
  ///
  /// At the default level of the pads, -6 dB, four hits a second with the velocity of a plain key have a loudness of
  /// -18 to -26 LUFS (EBU R 128), the shortest sounds the least: music at the ReplayGain reference has -18 LUFS. No plain hit
  /// peaks above 0.5 and no accent above 0.8, so that the pads alone never reach the limiter, whose ceiling is 0.89.
  let gain: String
  /// The pan from -1 to 1.
  let pan: String
  /// The percussion key of General MIDI; that of Alesis's modules for a half-open hi-hat.
  let midiNote: Int
  let dynamics: Dynamics
  let sound: any KitSound
  /// The velocity layers of the room, each with one stroke; none without a room.
  var room: [Int] = []
  /// The gain of the room, linear: less for a pad whose sound is shorter than that of the room.
  var roomGain = 1.0
  /// The cut of strokes that are long; nil for strokes in one piece.
  var cut: StrokeCut?
  /// Members of the pad in `kit.json` beside those that every pad has, each with a comma.
  var members = ""

  init(
    _ number: Int, _ name: String, _ colour: String, gain: String, pan: String = "0", note: Int,
    _ dynamics: Dynamics, _ sound: any KitSound
  ) {
    (self.number, self.name, self.colour, self.gain) = (number, name, colour, gain)
    (self.pan, midiNote, self.dynamics, self.sound) = (pan, note, dynamics, sound)
  }

  /// Returns the pad with the sound of the room, in two layers or, for cymbals, whose room sounds alike at all velocities, in
  /// one.
  func inRoom(layers: Int = 2) -> KitPad {
    var pad = self
    pad.room = [68, 127].suffix(layers)
    return pad
  }

  /// Returns the pad whose strokes fade within some seconds over to tails, each of which strokes of two layers share.
  ///
  /// - Parameter isNoise: whether strokes are noise after their attack.
  func cut(_ seconds: ClosedRange<Double>, isNoise: Bool = false) -> KitPad {
    var pad = self
    pad.cut = StrokeCut(seconds: seconds, isNoise: isNoise)
    return pad
  }

  func withRoom(_ gain: Double) -> KitPad {
    var pad = self
    pad.roomGain = gain
    return pad
  }

  /// Returns the pad in the group of pads that silence each other, with a fade of 30 ms.
  func choking() -> KitPad { with(#""choke":{"group":1,"fade":0.03},"#) }

  /// Returns the pad whose strokes ring on under the next ones, up to 12 at once.
  func overlapping() -> KitPad { with(#""retrigger":"overlap","polyphony":12,"#) }

  /// Returns the pad of a hi-hat at some positions of its pedal, 0, open, to 127.
  func pedal(_ positions: ClosedRange<Int>) -> KitPad {
    with(#""pedal":[\#(positions.lowerBound),\#(positions.upperBound)],"#)
  }

  func holding(_ mode: String, release: String) -> KitPad {
    with(#""mode":"\#(mode)","envelope":{"release":\#(release)},"#)
  }

  private func with(_ members: String) -> KitPad {
    var pad = self
    pad.members += members
    return pad
  }

  private var stem: String { name.replacing(" ", with: "-") }

  /// The file names of the strokes in layers.
  private var files: [[String]] {
    dynamics.borders.indices.map { layer in
      (0..<dynamics.strokes).map { "\(stem)-\(layer + 1)\(["a", "b", "c", "d"][$0]).flac" }
    }
  }

  private var roomFiles: [String] { room.indices.map { "\(stem)-room-\($0 + 1).flac" } }
  private var tailFiles: [String] { tailBorders.indices.map { "\(stem)-tail-\($0 + 1).flac" } }
  /// The highest velocities of the tails; none for strokes in one piece.
  private var tailBorders: [Int] {
    if cut == nil { return [] }
    return dynamics.borders.indices.filter { $0 % StrokeCut.layers == StrokeCut.layers - 1 }
      .map { dynamics.borders[$0] }
  }

  /// A sample: its file name, and its channels.
  struct Sample {
    let file: String
    let channels: [Mono]
    /// The first frame that is not silent.
    var start = 0
  }

  /// Returns the samples: the strokes, the loudest of which has this peak in one piece, the room and the tails.
  func samples(seed: UInt64, peak: Double) -> [Sample] {
    let strokes = dynamics.borders.indices.map { layer in
      (0..<dynamics.strokes).map { stroke($0, in: layer, seed: seed) }
    }
    let gain = peak / (strokes.joined().map(\.peak).max() ?? 1)
    let beginnings = zip(files.joined(), strokes.joined()).map { file, stroke in
      Sample(file: file, channels: (cut?.beginning(of: stroke) ?? stroke).map { $0.scaled(gain) })
    }
    func answer(_ file: String, _ channels: [Mono], start: Int = 0) -> Sample {
      Sample(file: file, channels: channels.map { $0.scaled(gain) }.withoutSilentEnd, start: start)
    }
    // The room answers to the first stroke of the hardest layer that reaches its border.
    let rooms = zip(roomFiles, room).map { file, border in
      let layer = dynamics.borders.lastIndex { $0 <= border } ?? 0
      return answer(file, Room.channels(of: strokes[layer][0]).map { $0.scaled(roomGain) })
    }
    let tails = zip(tailFiles, tails(of: strokes, seed: seed)).map { file, tail in
      answer(file, tail, start: cut?.start ?? 0)
    }
    return beginnings + rooms + tails
  }

  /// Returns the tails of strokes by layer.
  private func tails(of strokes: [[[Mono]]], seed: UInt64) -> [[Mono]] {
    guard let cut else { return [] }
    let number = dynamics.strokes
    return stride(from: 0, to: strokes.count, by: StrokeCut.layers).map { first in
      let followed = (first..<first + StrokeCut.layers).flatMap { layer in
        cut.isNoise ? (number..<2 * number).map { stroke($0, in: layer, seed: seed) } : strokes[layer]
      }
      return cut.tail(of: followed)
    }
  }

  /// Returns a stroke in one piece with a loudness of 1.
  func stroke(_ number: Int, in layer: Int, seed: UInt64) -> [Mono] {
    let last = dynamics.borders.count - 1
    let stroke = Stroke(force: last == 0 ? 0.7 : Double(layer) / Double(last))
    let own = UInt64(self.number) << 16 | UInt64(layer) << 8 | UInt64(number)
    return sound.channels(stroke, seed: seed &+ own)
  }

  func json(layerGain: Double) -> String {
    let mode = members.contains(#""mode""#) ? "" : #""mode":"oneShot","#
    let gain = layerGain == 0 ? "" : #","gain":\#(layerGain)"#
    let layers =
      KitPad.layers(dynamics.borders, files, gain)
      + KitPad.layers(room, roomFiles.map { [$0] }, gain + #","part":1"#)
      + KitPad.layers(tailBorders, tailFiles.map { [$0] }, gain + #","part":2"#)
    return """
        {"number":\(number),"name":"\(name)","colour":"\(colour)","gain":\(self.gain),"pan":\(pan),\
      \(mode)\(members)"midiNote":\(midiNote),"layers":[
      \(layers.joined(separator: ",\n"))]}
      """
  }

  private static func layers(_ borders: [Int], _ files: [[String]], _ members: String) -> [String] {
    var lowest = 1
    return zip(borders, files).map { highest, files in
      defer { lowest = highest + 1 }
      let names = files.map { "\"\($0)\"" }.joined(separator: ",")
      return "    {\"velocity\":[\(lowest),\(highest)]\(members),\"samples\":[\(names)]}"
    }
  }
}
