import AudioBase
import FoundationEssentials
import SystemBase

/// The buffer size that each device needs, stored in the state folder.
struct DeviceMemory {
  /// Frames.
  private static let largest = 1 << 24

  private let path: FilePath
  /// In frames, so that it serves for another period too.
  private var buffers: [String: Int]

  init(path: FilePath) {
    self.path = path
    // An unreadable file is learnt again, at the cost of three dropouts.
    let bytes = (try? FileBytes.read(path, limit: 1 << 16)) ?? []
    buffers = (try? JSONDecoder().decode([String: Int].self, from: Data(bytes))) ?? [:]
  }

  /// Nil if the size is not known or the file has an impossible one.
  func buffer(of device: String) -> FrameCount? {
    buffers[device].flatMap { (1...DeviceMemory.largest).contains($0) ? FrameCount($0) : nil }
  }

  mutating func remember(_ buffer: FrameCount, for device: String) {
    buffers[device] = buffer.value
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(buffers) else { return }
    try? FileBytes.makeFolder(path.directory, permissions: 0o700)
    try? FileBytes.replace(path, with: Array(bytes), permissions: 0o600)
  }
}
