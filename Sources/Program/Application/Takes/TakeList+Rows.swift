import Dubbing
import SystemBase

extension TakeList {
  package struct Entry: Hashable, Sendable {
    package var group: TakeGroup
    package var take: Take.ID

    package init(group: TakeGroup, take: Take.ID) { (self.group, self.take) = (group, take) }
  }

  /// A row of the list: a take, or a layer below a current take.
  package enum Row: Hashable, Sendable {
    case take(Take, TakeGroup)
    case layer(Layer, Entry, sounds: Bool)

    package var group: TakeGroup { entry.group }

    package var entry: Entry {
      switch self {
      case .take(let take, let group): Entry(group: group, take: take.id)
      case .layer(_, let entry, _): entry
      }
    }

    package var id: RowID {
      switch self {
      case .take: RowID(entry: entry, layer: nil)
      case .layer(let layer, let entry, _): RowID(entry: entry, layer: layer.id)
      }
    }
  }

  /// The identity of a row, which stays the same while other rows come and go.
  package struct RowID: Hashable, Sendable {
    var entry: Entry
    /// The layer; nil for the row of the take.
    var layer: Int?
  }

  func take(_ entry: Entry) -> Take? { tracks[entry.group]?.takes.first { $0.id == entry.take } }

  var currentEntry: Entry? { current.map { Entry(group: group, take: $0.id) } }

  package var shown: Take? { owner.recording.recorded == nil ? current : owner.recording.recordedTake }

  package var shownEntry: Entry? {
    guard let recorded = owner.recording.recorded, let take = owner.recording.recordedTake else {
      return currentEntry
    }
    return Entry(group: TakeGroup(recorded.track), take: take.id)
  }

  /// Returns the file of recorded sound.
  package func file(of clip: AudioClip) -> FilePath { parts.store.folder.appending(clip.file) }

  /// The frames of the track of the group; nil if they are not known.
  package var trackFrames: Int? { current?.track?.frames?.value ?? owner.playback.format?.length?.value }

  /// The takes of the group, then those of the other groups.
  package var rows: [Row] {
    let others = [owner.playedTrack.map { TakeGroup.track($0) }, .free, .lost].compactMap { $0 }
    return ([group] + others.filter { $0 != group }).flatMap(rows)
  }

  private func rows(of group: TakeGroup) -> [Row] {
    guard let takes = tracks[group] else { return [] }
    return takes.takes.flatMap { take in
      let entry = Entry(group: group, take: take.id)
      let layers = take.id == takes.current ? take.layers : []
      return [Row.take(take, group)] + layers.map { Row.layer($0, entry, sounds: take.sounds($0)) }
    }
  }

  package var currentRow: Int {
    guard let currentEntry else { return 0 }
    return rows.firstIndex { $0.entry == currentEntry } ?? 0
  }

  package func isCurrent(_ entry: Entry) -> Bool { tracks[entry.group]?.current == entry.take }

  /// Looks for takes whose tracks were not found. They appear in the list when they are read.
  package func lookForLost() { parts.service.findLost() }

  /// The highest velocity in each of equal parts of the track; 0 without a hit.
  package var marks: [UInt8] {
    guard case .track = group, let take = current,
      let frames = take.track?.frames?.value ?? owner.playback.format?.length?.value, frames > 0
    else { return [] }
    if let hitMarks, hitMarks.group == group, hitMarks.take == take.id, hitMarks.frames == frames {
      return hitMarks.values
    }
    let marks = HitMarks(take, in: group, frames: frames)
    hitMarks = marks
    return marks.values
  }
}

/// The hits of a take along its track. It is kept, since it is shown again after each hit.
struct HitMarks {
  private static let stretches = 480

  let group: TakeGroup
  let take: Take.ID
  let frames: Int
  /// The highest velocity in each of equal parts of the track; 0 without a hit.
  private(set) var values = [UInt8](repeating: 0, count: HitMarks.stretches)

  /// Finds the highest velocities of a take. `frames` is the length of the track, more than 0.
  init(_ take: Take, in group: TakeGroup, frames: Int) {
    (self.group, self.take, self.frames) = (group, take.id, frames)
    for layer in take.layers where take.sounds(layer) { add(layer.hits) }
  }

  private mutating func add(_ hits: HitColumns) {
    let loudest = hits.loudest(inParts: HitMarks.stretches, of: frames)
    for (place, velocity) in loudest.enumerated() where velocity > values[place] { values[place] = velocity }
  }

  mutating func add(_ hit: TakeHit) {
    guard hit.frame < frames else { return }
    let place = hit.frame * HitMarks.stretches / frames
    values[place] = max(values[place], UInt8(clamping: hit.velocity))
  }
}
