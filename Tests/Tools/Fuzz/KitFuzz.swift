import AudioBase
import Glibc
import Instruments
import MixEngine
import SystemBase
import TestSupport

@testable import Percussion

/// Kits of every format, and every pad that they describe struck.
enum KitFuzz {
  private static let file = FuzzFile()
  private static let folder = FuzzFolder.path
  private static let loader = KitLoader(
    decoders: MemoryDecoders([folder.appending("a.wav").shown: Ramp.frames(200)]),
    converters: NoConversion())

  /// A `kit.json`.
  static func take(_ bytes: [UInt8]) { read(bytes, as: "kit.json") }

  /// A `drumkit.xml`.
  static func takeHydrogen(_ bytes: [UInt8]) { read(bytes, as: "drumkit.xml") }

  /// An SFZ file, up to a zero byte, and the file `b.sfz` that it may include.
  static func takeSFZ(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let included = folder.appending("b.sfz")
    guard (try? FileBytes.write(Array(parts.dropFirst().first ?? []), to: included)) != nil else {
      preconditionFailure("the included file cannot be written")
    }
    read(Array(parts[0]), as: "kit.sfz")
  }

  /// An archive: what it unpacks lies in its folder, and nothing remains of one that is refused.
  static func takeArchive(_ bytes: [UInt8]) {
    file.replace(with: bytes)
    let target = folder.appending("out")
    let kit = try? KitArchive.unpack(file.path, into: target, mostBytes: 1 << 20)
    precondition((kit != nil) == target.exists, "a refused archive leaves a folder")
    if let kit {
      precondition(kit.bytes.starts(with: target.bytes), "the kit is outside")
      if let content = try? KitReader.read(kit) { check(content) }
    }
    FileBytes.removeFolder(target)
    precondition(!target.exists, "a folder that cannot be removed")
  }

  /// The presets and zones of a SoundFont; FluidSynth, which reads samples, is not called.
  static func takeSoundFont(_ bytes: [UInt8]) {
    file.replace(with: bytes)
    guard let font = try? SoundFont(file.path), let zones = try? SoundFontZones(file.path) else { return }
    for zone in font.presets.prefix(4).flatMap({ zones.zones(of: $0) }) {
      precondition(zone.keys.upperBound <= 127 && zone.velocities.lowerBound > 0, "no key or velocity")
    }
  }

  private static func read(_ bytes: [UInt8], as name: String) {
    let path = folder.appending(name)
    file.replace(with: bytes)
    // The named file is the file without a name.
    if !path.exists {
      let result = file.path.withCString { from in path.withCString { symlink(from, $0) } }
      precondition(result == 0, "symlink")
    }
    guard let content = try? KitReader.read(path) else { return }
    check(content)
    // A region of SFZ may be on every key; striking them all takes the time of many other inputs.
    if content.kit.pads.count <= 8 { strike(content.kit) }
  }

  private static func check(_ content: KitFileContent) {
    for pad in content.kit.pads {
      precondition(Kit.padNumbers.contains(pad.number), "pad \(pad.number)")
      for layer in pad.layers {
        precondition(layer.velocities.lowerBound >= 1 && layer.velocities.upperBound <= 127, "no velocities")
        precondition(layer.pan.isFinite && layer.tune.isFinite && !layer.gain.value.isNaN, "no number")
        precondition(layer.start >= 0 && layer.start < layer.end ?? .max, "no frames")
      }
    }
  }

  private static func strike(_ kit: Kit) {
    let (pads, _) = loader.load(kit, rate: .standard)
    precondition(pads.count <= Kit.padNumbers.upperBound, "more pads than there are")
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: pads))
    let device = OfflineDevice(engine)
    for pad in 1...128 {
      engine.control.port(for: .keys).strike(Hit(pad: pad, velocity: (pad - 1) % 127 + 1, time: device.now))
    }
    for frame in device.render(FrameCount(2048)) {
      precondition(frame.x.magnitude <= 1 && frame.y.magnitude <= 1, "\(frame)")
    }
  }
}
