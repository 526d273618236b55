import AudioBase
import Glibc
import MixEngine
import Percussion
import SystemBase
import TestSupport

/// A `kit.json`, and every pad that it describes struck.
enum KitFuzz {
  private static let file = FuzzFile()
  private static let folder = makeFolder()
  private static let loader = KitLoader(
    decoders: MemoryDecoders([folder.appending("a.wav").shown: Ramp.frames(200)]),
    converters: NoConversion())

  static func take(_ bytes: [UInt8]) {
    file.replace(with: bytes)
    guard let kit = try? KitReader.read(folder).kit else { return }
    let (pads, _) = loader.load(kit, rate: .standard)
    precondition(pads.count <= 64, "more pads than there are")
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: pads))
    let device = OfflineDevice(engine)
    for pad in 1...64 {
      engine.control.port(for: .keys).strike(Hit(pad: pad, velocity: pad * 2 - 1, time: device.now))
    }
    for frame in device.render(FrameCount(2048)) {
      precondition(frame.x.magnitude <= 1 && frame.y.magnitude <= 1, "\(frame)")
    }
  }

  /// A folder whose `kit.json` is the file without a name.
  private static func makeFolder() -> FilePath {
    let folder = FuzzFolder.path
    let result = file.path.withCString { from in
      folder.appending("kit.json").withCString { symlink(from, $0) }
    }
    precondition(result == 0, "symlink")
    return folder
  }
}
