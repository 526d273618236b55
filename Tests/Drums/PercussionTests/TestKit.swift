import AudioBase
import AudioFiles
import Percussion
import TestSupport

/// A kit in a temporary folder.
struct TestKit {
  let folder: TemporaryFolder
  var loader: KitLoader { KitLoader(decoders: DecoderRegistry(), converters: SampleRateConverterMaker()) }

  init(_ json: String) throws {
    folder = try TemporaryFolder()
    try folder.write(json, to: "kit.json")
  }

  /// A kit whose pads are these JSON objects.
  init(pads: String) throws {
    try self.init(#"{"format":"drumdub-kit","version":1,"name":"Test","pads":[\#(pads)]}"#)
  }

  func read() throws -> Kit { try KitReader.read(folder.path).kit }

  /// Writes a sample of one level on each side.
  func write(_ name: String, frames: Int = 100, level: Frame = Frame(0.5, 0.25), rate: Int = 48_000) throws {
    try write([Frame](repeating: level, count: frames), to: name, rate: rate)
  }

  func write(_ frames: [Frame], to name: String, rate: Int = 48_000) throws {
    let writer = try SndfileWriter(
      path: folder.file(name), sampleRate: SampleRate(rate), encoding: .wavFloat)
    try frames.withUnsafeBufferPointer { try writer.write($0) }
    try writer.close()
  }
}
