import AudioBase
import AudioFiles
import FoundationEssentials
import SystemBase

/// A pad of the default kit as it should sound at full velocity, with its own gain and pan and the pads' level.
struct KitSound {
  let pad: Int
  let frames: [Frame]

  /// The pads' level in dB unless a setting changes it.
  static let usualLevel = -6.0
  /// The level for several pads at once with music: their sum stays below the ceiling of the limiter, which would change
  /// the frames that are compared.
  static let quietLevel = -20.0

  /// Pad 1 first.
  ///
  /// - Parameter padsLevel: the value of the setting `pads-level`.
  static func all(padsLevel: Double = usualLevel) throws -> [KitSound] {
    let folder = Sandbox.checkout.appending("Resources/Kits/Default")
    let bytes = try FileBytes.read(folder.appending("kit.json"), limit: 1 << 20)
    return try JSONDecoder().decode(File.self, from: Data(bytes)).pads.map { entry in
      let name = entry.layers.first?.samples.first ?? ""
      let samples = try decode(folder.appending(name))
      let (pan, gain) = (Float(entry.pan), factor(entry.gain + padsLevel))
      let sides = Frame(min(1, 1 - pan), min(1, 1 + pan)) * gain
      return KitSound(pad: entry.number, frames: samples.map { $0 * sides })
    }
  }

  /// The names of the first samples of the pads.
  static func samples() throws -> [String] {
    let bytes = try FileBytes.read(
      Sandbox.checkout.appending("Resources/Kits/Default/kit.json"), limit: 1 << 20)
    return try JSONDecoder().decode(File.self, from: Data(bytes)).pads.compactMap {
      $0.layers.first?.samples.first
    }
  }

  private struct File: Decodable {
    struct Layer: Decodable { var samples: [String] }
    struct Entry: Decodable {
      var number: Int
      var gain: Double
      var pan: Double
      var layers: [Layer]
    }
    var pads: [Entry]
  }

  private static func factor(_ decibels: Double) -> Float { Decibels(decibels).factor }

  /// Stereo at 48 kHz, as the kit's files are.
  private static func decode(_ path: FilePath) throws -> [Frame] {
    let decoder = try DecoderRegistry().open(path)
    precondition(decoder.format.channels == 2 && decoder.format.sampleRate == .standard, path.shown)
    var samples: [Float] = []
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8192)
    defer { buffer.deallocate() }
    while true {
      let count = try decoder.read(into: buffer)
      if count == 0 { break }
      samples += buffer[..<(2 * count)]
    }
    return stride(from: 0, to: samples.count, by: 2).map { Frame(samples[$0], samples[$0 + 1]) }
  }
}
