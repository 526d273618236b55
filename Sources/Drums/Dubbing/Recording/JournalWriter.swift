import SystemBase

/// Writes what is recorded and then reports it. Journal thread.
struct JournalWriter: ~Copyable {
  private let report: (JournalReport) -> Void
  private var path: FilePath?
  private var file: JournalFile?
  /// The records that are not on the disk yet. A full disk loses nothing.
  private var waiting: [UInt8] = []
  private(set) var isFailing = false
  private var triedAt = HostTime(nanoseconds: 0)

  /// The seconds after which a disk that was full is tried again.
  private static let retry = 1.0

  init(report: @escaping (JournalReport) -> Void) { self.report = report }

  mutating func begin(_ take: [UInt8], _ path: FilePath) {
    (self.path, waiting) = (path, JournalCoder.signature)
    file = nil
    append(.begin(take: take))
    writeOut()
  }

  mutating func append(_ record: JournalRecord) {
    if path != nil { waiting += JournalCoder.bytes(of: record) }
  }

  mutating func write(_ outputs: [TakeRecorder.Output]) {
    for output in outputs {
      switch output {
      case .layer(let id, let name): append(.layer(id: id, name: name))
      case .hit(let hit, _, let layer): append(.hit(hit, layer: layer))
      case .length(let length, let hit, let layer): append(.length(length, hit: hit, layer: layer))
      case .lanePoint(let id, let point):
        if let layer = id.layer { append(.point(point, address: id.address, layer: layer)) }
      case .audio(let clip, let layer, let name):
        append(.layer(id: layer, name: name))
        append(.audio(clip, layer: layer))
      case .audioGrew(let clip, let layer): append(.audio(clip, layer: layer))
      case .origin, .ended: break
      }
    }
    let isOver = outputs.contains(.ended)
    writeOut(isLast: isOver)
    // The receiver of the report saves the recording, so its journal is closed.
    if isOver {
      (path, waiting, isFailing) = (nil, [], false)
      file = nil
    }
    if !outputs.isEmpty { report(.recorded(outputs)) }
  }

  private mutating func writeOut(isLast: Bool = false) {
    guard let path, !waiting.isEmpty else { return }
    if isFailing && !isLast && HostTime.now.seconds(since: triedAt) < JournalWriter.retry { return }
    triedAt = .now
    do throws(FileError) {
      if file == nil { file = try JournalFile(path: path) }
      try file?.write(waiting)
      waiting = []
      if isFailing { report(.recovered) }
      isFailing = false
    } catch {
      if !isFailing { report(.failed(error)) }
      isFailing = true
    }
  }
}

package enum JournalReport: Sendable {
  /// What was recorded, in order; it is on the disk unless `failed` was reported.
  case recorded([TakeRecorder.Output])
  /// The journal cannot be written; the recording continues in memory.
  case failed(FileError)
  /// The sound of an input cannot be written; what was written before is kept.
  case inputFailed(FileError)
  /// The input is not recorded because no music plays at its original speed.
  case inputNeedsSpeed
  /// All that waited is on the disk.
  case recovered
}
