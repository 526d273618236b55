import AudioBase
import SystemBase

extension Take {
  /// The seconds by which hits may exceed the stated length of a track. Some files state only an estimate.
  private static let afterEnd = 10.0
  /// The longest track in seconds: a week. Its length may be wrong or not stated.
  private static let longest = 604_800.0
  private static let fastestBeat = 60 / TempoMap.speeds.upperBound

  /// Checks the order and speed of the beats, that all is within the track, and the number of hits that patterns add.
  /// Throws `damaged`.
  package func checkShared(_ subject: String) throws(FileError) {
    let rate = Double(frameRate.hertz)
    let beats = tempo?.beats ?? []
    let least = Int(rate * Take.fastestBeat * 0.9)
    if let place = zip(beats, beats.dropFirst()).map({ $1 - $0 }).firstIndex(where: { $0 < least }) {
      throw Take.refusal(subject, "its beat \(place + 2) does not come after beat \(place + 1) in time")
    }
    let last = Int(rate * Take.longest)
    let end = min(track?.frames?.value ?? last, last) + Int(rate * Take.afterEnd)
    let isStated = track?.frames.map { $0.value <= last } ?? false
    let place = isStated ? "after the end of its track" : "later than a week"
    if let beat = beats.firstIndex(where: { $0 > end }) {
      throw Take.refusal(subject, "its beat \(beat + 1) is \(place)")
    }
    let all = layers + history.shelf.values.sorted { $0.id < $1.id }
    for layer in all {
      if let late = layer.hits.frames.firstIndex(where: { $0 > end }) {
        throw Take.refusal(subject, "hit \(late + 1) of its layer \(layer.id) is \(place)")
      }
      if let clip = layer.audio, clip.start + clip.frames > end {
        throw Take.refusal(subject, "the end of the recorded sound of its layer \(layer.id) is \(place)")
      }
    }
    for lane in lanes + history.lanes {
      guard case let late = lane.first(from: end + 1), late < lane.count else { continue }
      throw Take.refusal(subject, "point \(late + 1) of its lane \(lane.id) is \(place)")
    }
    let copies = all.reduce(0) { $0 + $1.patternCount }
    if copies > HitPattern.mostHits {
      throw Take.refusal(subject, "its patterns add \(copies) hits, and \(HitPattern.mostHits) are possible")
    }
  }

  private static func refusal(_ subject: String, _ reason: String) -> FileError {
    FileError(.damaged, subject, detail: "\(reason); ask for the take once more")
  }

  /// Returns the take for another file, whose sound is `offset` seconds later, and the hits lost before its start.
  package func moved(to reference: TrackReference, offset: Double) -> (take: Take, lost: Int) {
    var take = self
    let factor = Double(reference.sampleRate.hertz) / Double(frameRate.hertz)
    let shift = offset * Double(reference.sampleRate.hertz)
    take.track = reference
    take.track?.offset = offset == 0 ? nil : offset
    take.track?.unknown = track?.unknown ?? JSONObject()
    if factor == 1, shift.rounded() == 0 { return (take, 0) }
    func place(_ frame: Int) -> Int { Int(saturating: (Double(frame) * factor + shift).rounded()) }
    func length(_ frames: Int) -> Int { Int(saturating: (Double(frames) * factor).rounded()) }
    take.history = TakeHistory()
    var lost = 0
    take.layers = layers.map { layer in
      let (moved, left) = layer.moved(place, length)
      lost += left
      return moved
    }
    let start = Int(saturating: (-shift / factor).rounded(.up))
    take.lanes = lanes.map { played($0).moved(place, start: start) }.filter { !$0.isEmpty }
    take.tempo = tempo?.placed(rate: frameRate, signature: .common) {
      Int(saturating: ($0 * factor + shift).rounded())
    }
    return (take, lost)
  }
}

extension Lane {
  /// Returns the lane with converted frames. It begins with the value that holds at `start`, which becomes the first frame.
  fileprivate func moved(_ place: (Int) -> Int, start: Int) -> Lane {
    let first = first(from: start)
    let begin = first > 0 ? value(at: start).map { [Point(0, $0)] } ?? [] : []
    let rest = points.dropFirst(first).map { Point(max(place($0.frame), 0), $0.value) }
    var moved = Lane(id, begin + rest, shape: shape).withinFrames
    moved.unknown = unknown
    return moved
  }
}

extension Layer {
  /// Returns the layer with converted frames, and the number of removed hits, which would be before the start.
  fileprivate func moved(_ place: (Int) -> Int, _ length: (Int) -> Int) -> (Layer, lost: Int) {
    var layer = self
    // The copies of patterns become hits, since patterns are stored in frames of the former file.
    let hits = playedHits
    layer.settings.patterns = []
    var moved = HitColumns()
    for (id, var hit) in zip(hits.ids, hits) {
      hit.frame = place(hit.frame)
      hit.length = min(length(hit.length), HitColumns.frameRange.upperBound)
      if HitColumns.frameRange.contains(hit.frame) { moved.append(hit, id: id) }
    }
    layer.hits = moved
    var offset = length(settings.offset)
    if var clip = audio {
      let start = place(clip.start)
      // The start of a clip cannot be negative: the offset of the layer holds the rest.
      clip.start = max(0, start)
      offset += min(0, start)
      layer.audio = clip
    }
    let range = Layer.offsetFrames
    layer.settings.offset = min(max(offset, range.lowerBound), range.upperBound)
    return (layer, hits.count - moved.count)
  }
}
