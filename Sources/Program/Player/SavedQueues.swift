import AudioBase
import SystemBase

/// A queue that was left: replaced by another one or emptied.
package struct FormerQueue: Hashable, Sendable {
  package var tracks: [TrackInfo]
  /// The index of the track that was current in `tracks`.
  package var current: Int?
  /// Seconds into that track.
  package var position: Double
  /// The time at which the queue was left, in seconds since 1970.
  package var left: Int

  package init(_ tracks: [TrackInfo], current: Int?, position: Double, left: Int) {
    (self.tracks, self.current, self.position, self.left) = (tracks, current, position, left)
  }

  /// Returns whether it has these tracks in this order.
  func hasTracks(at locations: some Collection<TrackLocation>) -> Bool {
    tracks.count == locations.count && zip(tracks, locations).allSatisfy { $0.location == $1 }
  }
}

/// The changes of the queue that can be undone and redone, and the last queues that were left, as they are saved for the
/// next start. They name tracks by their index in a table, so that they do not depend on the session's file.
package struct SavedQueues: Hashable, Sendable {
  typealias Step = QueueStep<Int>

  var tracks: [TrackInfo] = []
  /// The tracks of the queue when it was saved.
  var queue: [Int] = []
  var undo: [Step] = []
  var redo: [Step] = []
  package var former: [FormerQueue] = []

  package init() {}

  /// The most indices of all steps but the latest one.
  private static let mostIndices = 100_000
  /// The most tracks that only the steps before the latest one need.
  private static let mostTracks = 20_000

  /// Collects what is to be saved; of a long history, the latest steps.
  init(_ history: QueueHistory, _ items: [QueueItem]) {
    var builder = Builder(items: items, others: history.tracks)
    queue = items.map { builder.index(of: $0.id) }
    undo = builder.steps(history.undoSteps)
    redo = builder.steps(history.redoSteps)
    (tracks, former) = (builder.tracks, history.former)
  }

  /// Returns the same queues with absolute paths, because the next start may be in another folder.
  package func inside(_ folder: FilePath) -> SavedQueues {
    var queues = self
    func makeAbsolute(_ tracks: inout [TrackInfo]) {
      for index in tracks.indices { tracks[index] = tracks[index].inside(folder) }
    }
    makeAbsolute(&queues.tracks)
    for index in former.indices { makeAbsolute(&queues.former[index].tracks) }
    return queues
  }

  /// Gives tracks their indices.
  private struct Builder {
    private let items: [QueueItem.ID: QueueItem]
    private let others: [QueueItem.ID: QueueItem]
    private var indices: [QueueItem.ID: Int] = [:]
    private(set) var tracks: [TrackInfo] = []
    private var steps = 0
    private var count = 0

    init(items: [QueueItem], others: [QueueItem.ID: QueueItem]) {
      self.items = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
      self.others = others
    }

    mutating func index(of id: QueueItem.ID) -> Int {
      if let index = indices[id] { return index }
      guard let item = items[id] ?? others[id] else { return -1 }
      indices[id] = tracks.count
      tracks.append(item.saved)
      return tracks.count - 1
    }

    /// Returns the steps in their order, without the oldest ones beyond the limits.
    mutating func steps(_ all: [QueueHistory.Step]) -> [Step] {
      var kept: [Step] = []
      for step in all.reversed() {
        count += step.state.ids.count
        let new = step.state.ids.reduce(0) { $0 + (indices[$1] == nil ? 1 : 0) }
        let size = tracks.count + new - items.count
        if steps > 0, count > SavedQueues.mostIndices || size > SavedQueues.mostTracks { break }
        steps += 1
        for id in step.state.ids { _ = index(of: id) }
        kept.append(step.compactMap { indices[$0] })
      }
      return kept.reversed()
    }
  }
}

// MARK: The file

extension SavedQueues {
  package static let format = "drumdub-queues"
  package static let version = 1

  /// Reads the bytes that `bytes()` returned. `subject` is the name of the file, for the error.
  ///
  /// - Throws: `damaged`, or `unsupported` for another format or version.
  package init(bytes: [UInt8], subject: String) throws(FileError) {
    var members = try JSONMembers(bytes, subject: subject)
    let (format, version) = (try members.text("format"), try members.integer("version"))
    for var track in try members.objects("tracks") { tracks.append(try TrackInfo(session: &track)) }
    queue = try members.indices("queue", below: tracks.count)
    for var step in try members.objects("undo") { undo.append(try Step(&step, tracks.count)) }
    for var step in try members.objects("redo") { redo.append(try Step(&step, tracks.count)) }
    for var queue in try members.objects("former") { former.append(try FormerQueue(&queue)) }
    former = Array(former.prefix(QueueHistory.Limits().former))
    guard format == SavedQueues.format, version == SavedQueues.version else {
      throw FileError(.unsupported, subject, detail: "\(format) of version \(version)")
    }
  }

  /// Returns the queues as JSON.
  package func bytes() -> [UInt8] {
    let object: JSONObject = [
      "format": SavedQueues.format,
      "version": SavedQueues.version,
      "tracks": JSONValue.encoded(tracks.lazy.map(\.sessionMembers)),
      "queue": JSONValue.integers(queue),
      "undo": undo.map(\.members),
      "redo": redo.map(\.members),
      "former": former.map(\.members),
    ]
    return JSONWriter.bytes(of: .object(object), layout: .line)
  }
}

extension SavedQueues.Step {
  fileprivate init(_ members: inout JSONMembers, _ count: Int) throws(FileError) {
    edit = try members.queueEdit()
    state = QueueState(
      ids: try members.indices("queue", below: count),
      order: try members.indicesIfPresent("order", below: count),
      current: try members.integerIfPresent("current").flatMap { (0..<count).contains($0) ? $0 : nil },
      seconds: SavedSession.seconds(try members.number("position")))
    changesCurrent = try members.bool("changesCurrent")
  }

  fileprivate var members: JSONObject {
    [
      "edit": edit.savedName,
      "count": edit.savedCount,
      "queue": JSONValue.integers(state.ids),
      "order": state.order.map(JSONValue.integers),
      "current": state.current,
      "position": state.seconds,
      "changesCurrent": changesCurrent,
    ]
  }
}

extension FormerQueue {
  fileprivate init(_ members: inout JSONMembers) throws(FileError) {
    var tracks: [TrackInfo] = []
    for var track in try members.objects("queue") { tracks.append(try TrackInfo(session: &track)) }
    let current = try members.integerIfPresent("current")
    self.init(
      tracks, current: current.flatMap { tracks.indices.contains($0) ? $0 : nil },
      position: SavedSession.seconds(try members.number("position")), left: try members.date("left") ?? 0)
  }

  fileprivate var members: JSONObject {
    [
      "queue": JSONValue.encoded(tracks.lazy.map(\.sessionMembers)), "current": current, "position": position,
      "left": Timestamp.text(left),
    ]
  }
}

extension QueueEdit {
  /// Returns all edits by their names in the file.
  fileprivate static func saved(count: Int) -> KeyValuePairs<String, QueueEdit> {
    [
      "removed": .removed(count: count), "cleared": .cleared, "moved": .moved, "arranged": .arranged,
      "sorted": .sorted, "shuffled": .shuffled, "added": .added(count: count), "replaced": .replaced,
    ]
  }

  fileprivate var savedName: String? {
    QueueEdit.saved(count: savedCount ?? 0).first { $0.value == self }?.key
  }

  /// The number of tracks; nil for an edit that states none.
  fileprivate var savedCount: Int? {
    switch self {
    case .removed(let count), .added(let count): count
    case .cleared, .moved, .arranged, .sorted, .shuffled, .replaced: nil
    }
  }
}

extension JSONMembers {
  fileprivate mutating func queueEdit() throws(FileError) -> QueueEdit {
    let (name, count) = (try text("edit"), try integerIfPresent("count") ?? 0)
    guard let edit = QueueEdit.saved(count: count).first(where: { $0.key == name })?.value else {
      throw error("edit", "a change of a queue is expected")
    }
    return edit
  }

  /// Returns different indices of a table.
  fileprivate mutating func indices(_ name: String, below count: Int) throws(FileError) -> [Int] {
    guard let all = try indicesIfPresent(name, below: count) else { throw error(name, "it is missing") }
    return all
  }

  fileprivate mutating func indicesIfPresent(_ name: String, below count: Int) throws(FileError) -> [Int]? {
    guard let all = try integersIfPresent(name) else { return nil }
    guard all.allSatisfy({ (0..<count).contains($0) }), Set(all).count == all.count else {
      throw error(name, "different indices below \(count) are expected")
    }
    return all
  }
}
