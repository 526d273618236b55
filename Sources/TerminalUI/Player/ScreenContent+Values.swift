import AudioBase
import MusicLibrary
import Player

extension ScreenContent.Song {
  /// What the file says of itself, and nothing else.
  init(_ item: QueueItem) {
    let track = item.track
    self.init(
      title: item.title, artist: item.artist, album: track?.album, details: track.map(Self.details) ?? [])
  }

  private static func details(_ track: Track) -> [String] {
    let number = track.trackNumber.map { number in
      "track \(number)" + (track.trackTotal.map { "/\($0)" } ?? "")
    }
    return [number, track.date, track.genre].compactMap { $0 }
  }
}

extension ScreenContent.Playback {
  init(_ state: PlaybackState) {
    self =
      switch state {
      case .stopped: .stopped
      case .playing: .playing
      case .paused: .paused
      case .interrupted: .interrupted
      case .seekingForward: .seekingForward
      case .seekingBackward: .seekingBackward
      }
  }
}

extension ScreenContent.RepeatMode {
  init(_ mode: Player.RepeatMode) {
    self =
      switch mode {
      case .off: .off
      case .one: .one
      case .all: .all
      }
  }
}

extension ListContent {
  /// The queue's rows that fit the screen. The sum of the lengths is given only where all are known.
  init(_ queue: PlayQueue, _ state: ScreenState) {
    let end = min(state.firstRow + state.listRows, queue.items.count)
    let shown = state.firstRow < end ? state.firstRow..<end : 0..<0
    let count = queue.isEmpty ? [] : [ShownText.count(queue.items.count, "track", "tracks")]
    let length = state.queueDuration.map { [ShownText.clock(Int($0))] } ?? []
    self.init(
      heading: ["Queue"] + count + length, count: queue.items.count, first: state.firstRow,
      rows: shown.map { index in
        let item = queue.items[index]
        var row = Row(item, isCurrent: item.id == queue.currentID)
        row.number = index + 1
        row.isMarked = state.marks.contains(item.id)
        return row
      },
      selection: (state.selection ?? queue.currentID).flatMap { queue.index(of: $0) })
    search = state.search
  }
}

extension ListContent.Row {
  fileprivate init(_ item: QueueItem, isCurrent: Bool) {
    self.init(
      item.title, kind: item.failure != nil ? .failed : (isCurrent ? .current : .usual), detail: item.artist,
      end: item.failure.map(ErrorText.shortReason) ?? ShownText.clock(item.duration.map { Int($0) }))
  }
}
