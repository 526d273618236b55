import AudioBase
import TrackTags

enum TagFuzz {
  private static let file = FuzzFile()

  static func take(_ bytes: [UInt8]) {
    file.replace(with: bytes)
    if let track = try? TagReader.read(file.path) {
      precondition(track.duration?.isFinite ?? true, "no duration")
    }
    let said = DecoderFileInfo(tags: [], codec: "", duration: 1, sampleRate: 48_000, channels: 2)
    _ = try? TagReader.read(file.path) { _ in said }
    _ = try? TagReader.picture(of: file.path)
    _ = try? TagEditor.texts(of: file.path)
  }
}
