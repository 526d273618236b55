import AudioBase
import MusicLibrary
import SystemBase
import TrackTags

/// The changes of tags that can be undone and redone, also after a restart. A value.
package struct TagHistory: Hashable, Sendable {
  /// The state of a file after its last change by this program. A later change by another program gives another one.
  package struct Stamp: Hashable, Sendable {
    /// The size in bytes.
    var size: Int64
    /// The time of the last change, in nanoseconds since 1970.
    var modified: Int64

    /// Reads the stamp of a file; nil if the file is missing. Inodes and devices are left out, since they may change when a
    /// drive is mounted again.
    init?(of path: FilePath) {
      guard let stamp = FileStamp(path) else { return nil }
      (size, modified) = (stamp.size, stamp.modified)
    }

    fileprivate init(size: Int64, modified: Int64) { (self.size, self.modified) = (size, modified) }
  }

  /// The steps that are kept.
  private static let mostSteps = 100
  /// The files of all steps, except for those of the latest one.
  private static let mostChanges = 10_000

  private var steps = UndoStack<[TagChange]>(limit: mostSteps)
  /// The files of the steps.
  private var stamps: [FilePath: Stamp] = [:]

  package var undoSteps: [[TagChange]] { steps.undoSteps }
  package var redoSteps: [[TagChange]] { steps.redoSteps }

  func time(of direction: UndoDirection) -> ChangeTime? { steps.time(of: direction) }

  /// Returns the step that an operation makes; nil if there is none.
  func step(_ operation: TagOperation) -> [TagChange]? {
    switch operation {
    case .edit, .rate: nil
    case .undo: steps.next(.undo)
    case .redo: steps.next(.redo)
    }
  }

  /// Returns whether another program has changed a file since this program has changed it last.
  func isOvertaken(_ path: FilePath) -> Bool {
    guard let known = stamps[path], let now = Stamp(of: path) else { return false }
    return known != now
  }

  /// Records what became of a batch. What an undo could not change can be undone again, except for files that another
  /// program has changed.
  ///
  /// - Parameter step: the step that was undone or redone, if another player may have recorded steps after it.
  mutating func record(
    _ result: TagBatchResult, of step: [TagChange]? = nil, at time: ChangeTime = .now()
  ) {
    func valid(_ step: [TagChange]) -> [TagChange]? {
      let valid = step.filter { !result.overtaken.contains($0.path) }
      return valid.isEmpty ? nil : valid
    }
    let inverse = result.inverse.isEmpty ? nil : result.inverse
    switch result.operation {
    case .edit, .rate:
      steps.update(valid)
      steps.record(inverse, at: time)
    case .undo:
      if let step { steps.raise(step, .undo) }
      steps.turn(.undo, into: inverse, leaving: valid(result.left), at: time)
    case .redo:
      if let step { steps.raise(step, .redo) }
      steps.turn(.redo, into: inverse, leaving: valid(result.left), at: time)
    }
    stamps.merge(result.stamps) { $1 }
    steps.forget(beyond: TagHistory.mostChanges, size: \.count)
    let used = Set((undoSteps + redoSteps).joined().map(\.path))
    stamps = stamps.filter { used.contains($0.key) }
  }
}

// MARK: The file

extension TagHistory {
  private static let format = "drumdub-tag-history"
  private static let version = 1

  /// Reads the bytes that `bytes()` returned.
  ///
  /// - Throws: `damaged`, or `unsupported` for another format or version.
  init(bytes: [UInt8], subject: String) throws(FileError) {
    var members = try JSONMembers(bytes, subject: subject)
    let (format, version) = (try members.text("format"), try members.integer("version"))
    guard format == TagHistory.format, version == TagHistory.version else {
      throw FileError(.unsupported, subject, detail: "\(format) of version \(version)")
    }
    steps = UndoStack(
      limit: TagHistory.mostSteps, undo: try TagHistory.steps("undo", &members),
      redo: try TagHistory.steps("redo", &members),
      at: ChangeTime(seconds: try members.integer("changed", in: 0...Int.max)))
    for var file in try members.objects("files") {
      stamps[try file.path("path")] = Stamp(
        size: Int64(try file.integer("size")), modified: Int64(try file.integer("modified")))
    }
  }

  func bytes() -> [UInt8] {
    let files = stamps.sorted { $0.key < $1.key }
    let object: JSONObject = [
      "format": TagHistory.format,
      "version": TagHistory.version,
      "changed": [steps.time(of: .undo), steps.time(of: .redo)].compactMap(\.?.seconds).max() ?? 0,
      "undo": undoSteps.map(TagHistory.members),
      "redo": redoSteps.map(TagHistory.members),
      "files": files.map { path, stamp in
        var file = JSONObject()
        file.append(path: path)
        file.append("size", stamp.size)
        file.append("modified", stamp.modified)
        return file
      },
    ]
    return JSONWriter.bytes(of: .object(object), layout: .line)
  }

  private static func steps(_ name: String, _ members: inout JSONMembers) throws(FileError) -> [[TagChange]] {
    var steps: [[TagChange]] = []
    for var step in try members.objects(name) {
      var changes: [TagChange] = []
      for var change in try step.objects("changes") { changes.append(try TagChange(&change)) }
      steps.append(changes)
    }
    return steps
  }

  private static func members(_ step: [TagChange]) -> JSONObject {
    ["changes": step.compactMap(\.members)]
  }
}

extension TagChange {
  fileprivate init(_ members: inout JSONMembers) throws(FileError) {
    let path = try members.path("path")
    if var target = try members.object("target") {
      self.init(path, renamedTo: try target.path("path"))
      return
    }
    var properties: [TagProperty] = []
    for var property in try members.objects("properties") {
      properties.append(TagProperty(key: try property.text("key"), values: try property.texts("values")))
    }
    let stars = try members.integerIfPresent("rating", in: 0...5)
    self.init(path, .restore(properties), rating: stars.map { .set(TrackRating(stars: $0)) } ?? .ofFile)
  }

  /// The members; nil for a change that does not restore tags, as all steps do.
  fileprivate var members: JSONObject? {
    guard case .restore(let properties) = edit else { return nil }
    var object = JSONObject()
    object.append(path: path)
    if let target {
      var name = JSONObject()
      name.append(path: target)
      object.append("target", name)
      return object
    }
    object.append(
      "properties",
      properties.map { ["key": $0.key, "values": $0.values] as JSONObject })
    if case .set(let rating) = rating { object.append("rating", rating?.stars ?? 0) }
    return object
  }
}
