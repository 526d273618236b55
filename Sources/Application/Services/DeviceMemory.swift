import AudioBase
import SystemBase

/// The buffer size that each device needs, stored in the state folder.
package struct DeviceMemory {
  /// Frames.
  private static let largest = 1 << 24

  private let path: FilePath
  /// In frames, so that it serves for another period too.
  private var buffers: [String: Int]

  package init(path: FilePath) {
    self.path = path
    // An unreadable file is learnt again, at the cost of three dropouts.
    let bytes = (try? FileBytes.read(path, limit: 1 << 16)) ?? []
    buffers = [:]
    guard var members = try? JSONMembers(bytes, subject: path.shown) else { return }
    for name in members.rest.members.map(\.name) {
      if let buffer = try? members.integerIfPresent(name) { buffers[name] = buffer }
    }
  }

  /// Nil if the size is not known or the file has an impossible one.
  package func buffer(of device: String) -> FrameCount? {
    buffers[device].flatMap { (1...DeviceMemory.largest).contains($0) ? FrameCount($0) : nil }
  }

  package mutating func remember(_ buffer: FrameCount, for device: String) {
    buffers[device] = buffer.value
    var object = JSONObject()
    for (device, frames) in buffers { object.append(device, frames) }
    try? FileBytes.makeFolder(path.directory, permissions: 0o700)
    try? FileBytes.replace(
      path, with: JSONWriter.bytes(of: .object(object), layout: .line), permissions: 0o600)
  }
}
