import Glibc
import SystemBase
import Testing

/// Compares screens with those that were recorded in `Snapshots/`.
///
/// A screen without a snapshot, or with `DRUMDUB_RECORD=1`, is written there, and the test fails, so that the developer
/// reviews the new snapshot.
enum Snapshot {
  static func expect(_ name: String, _ shown: String, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let folder = FilePath(#filePath).directory.appending("Snapshots")
    let path = folder.appending("\(name).txt")
    let recorded = try? FileBytes.read(path, limit: 1 << 20)
    if let recorded, !isRecording {
      #expect(shown + "\n" == String(decoding: recorded, as: UTF8.self), sourceLocation: sourceLocation)
      return
    }
    try FileBytes.makeFolder(folder)
    try AtomicFile.replace(path, with: Array((shown + "\n").utf8))
    Issue.record("recorded \(name): look at it", sourceLocation: sourceLocation)
  }

  private static var isRecording: Bool { getenv("DRUMDUB_RECORD") != nil }
}
