import AudioBase
import FoundationEssentials

/// How large a buffer each device turned out to need, kept in the state folder.
struct DeviceMemory {
  private let path: FilePath
  private var periods: [String: Int]

  init(path: FilePath) {
    self.path = path
    // What cannot be read is learnt anew: it costs three dropouts.
    let bytes = (try? FileBytes.read(path, limit: 1 << 16)) ?? []
    periods = (try? JSONDecoder().decode([String: Int].self, from: Data(bytes))) ?? [:]
  }

  func periods(of device: String) -> Int? { periods[device] }

  mutating func remember(_ count: Int, for device: String) {
    periods[device] = count
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(periods) else { return }
    try? FileBytes.makeFolder(path.directory, permissions: 0o700)
    try? FileBytes.replace(path, with: Array(bytes), permissions: 0o600)
  }
}
