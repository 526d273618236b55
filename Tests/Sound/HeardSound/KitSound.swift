import AudioBase
import AudioFiles
import FoundationEssentials
import SystemBase

/// A sample of a shipped kit as it should sound at full velocity, with the gain and pan of its pad and the pads' level.
package struct KitSound {
  package let pad: Int
  /// The velocities at which the pad plays the sample, in turn with others.
  package let velocities: ClosedRange<Int>
  package let frames: [Frame]

  /// The pads' level in dB unless a setting changes it.
  package static let usualLevel = -6.0
  /// The level for several pads at once with music: their sum stays below the ceiling of the limiter, which would change
  /// the frames that are compared.
  package static let quietLevel = -20.0

  /// The folder of the shipped kits.
  private static let kits = FilePath(#filePath).directory.directory.directory.directory.appending(
    "Resources/Kits")

  /// Pad 1 first, its softest layer first.
  ///
  /// - Parameters:
  ///   - kit: the folder of a kit.
  ///   - padsLevel: the value of the setting `pads-level`.
  package static func all(kit: String = "DrumDub", padsLevel: Double = usualLevel) throws -> [KitSound] {
    let folder = kits.appending(kit)
    let bytes = try FileBytes.read(folder.appending("kit.json"), limit: 1 << 20)
    return try JSONDecoder().decode(File.self, from: Data(bytes)).pads.flatMap { entry in
      let (pan, gain) = (Float(entry.pan), factor(entry.gain + padsLevel))
      let sides = Frame(min(1, 1 - pan), min(1, 1 + pan)) * gain
      return try entry.layers.flatMap { layer in
        try layer.samples.map { name in
          let frames = try decode(folder.appending(name)).map { Frame(repeating: $0) * sides }
          return KitSound(
            pad: entry.number, velocities: layer.velocity[0]...layer.velocity[1], frames: frames)
        }
      }
    }
  }

  /// The names of the first samples of the pads.
  package static func samples() throws -> [String] {
    let bytes = try FileBytes.read(kits.appending("DrumDub/kit.json"), limit: 1 << 20)
    return try JSONDecoder().decode(File.self, from: Data(bytes)).pads.compactMap {
      $0.layers.first?.samples.first
    }
  }

  private struct File: Decodable {
    struct Layer: Decodable {
      var velocity: [Int]
      var samples: [String]
    }
    struct Entry: Decodable {
      var number: Int
      var gain: Double
      var pan: Double
      var layers: [Layer]
    }
    var pads: [Entry]
  }

  private static func factor(_ decibels: Double) -> Float { Decibels(decibels).factor }

  /// Mono at 48 kHz, as the kit's files are.
  private static func decode(_ path: FilePath) throws -> [Float] {
    let decoder = try DecoderRegistry().open(path)
    precondition(decoder.format.channels == 1 && decoder.format.sampleRate == .standard, path.shown)
    var samples: [Float] = []
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8192)
    defer { buffer.deallocate() }
    while true {
      let count = try decoder.read(into: buffer)
      if count == 0 { break }
      samples += buffer[..<count]
    }
    return samples
  }
}
