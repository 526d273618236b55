import AudioBase
import SystemBase
import TrackTags

/// A file of any kind: its tags are read, and those of a small one changed.
enum TagFuzz {
  private static let file = FuzzFile()
  private static let edited = FuzzFolder.path.appending("edited")
  private static let largestEdited = 64 << 10

  static func take(_ bytes: [UInt8]) {
    file.replace(with: bytes)
    if let track = try? TagReader.read(file.path) {
      precondition(track.duration?.isFinite ?? true, "no duration")
    }
    let said = DecoderFileInfo(tags: [], codec: "", duration: 1, sampleRate: 48_000, channels: 2)
    _ = try? TagReader.read(file.path) { _ in said }
    _ = try? TagReader.picture(of: file.path)
    _ = try? TagEditor.texts(of: file.path)
    guard bytes.count <= largestEdited, (try? FileBytes.write(bytes, to: edited)) != nil else { return }
    _ = try? TagEditor.apply(.set([.title: "New", .genre: ""]), to: edited)
  }
}
