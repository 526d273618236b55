import AudioBase
import Player

/// The chapters of the current track: read on another thread when it plays, or when a command needs them.
extension Application {
  /// The chapters of the current track; none until they were read.
  package var chapters: [Chapter] {
    guard state.chapters.track == model.nowPlaying?.location,
      case .found(let chapters) = state.chapters.content
    else { return [] }
    return chapters.within(model.duration)
  }

  /// The index of the chapter that is heard; nil without chapters, and before the first one.
  package var currentChapter: Int? { chapters.index(at: model.elapsed) }

  /// Reads the chapters of the current track, unless that was done. Parts of a file and streams have none.
  package func findChapters() {
    let track = model.nowPlaying?.location
    guard state.chapters.track != track || track == nil else { return }
    (state.chapters.track, state.chapterMove) = (track, nil)
    guard let track else { return }
    guard track.section == nil, track.address == nil, !model.isExternal else {
      state.chapters.content = .found([])
      return
    }
    state.chapters.find(track) { [weak self] in self?.receive($0) }
  }

  package func receive(_ result: ChaptersResult) {
    guard state.chapters.receive(result) else { return }
    if let move = state.chapterMove.take() {
      if case .failed(let error) = state.chapters.content { report(.file(error)) } else { report(seek(move)) }
    }
    changes.send(.state)
  }

  /// Seeks to a chapter, now or when the chapters were read.
  package func seek(_ move: ChapterMove) -> Outcome {
    findChapters()
    switch state.chapters.content {
    case .searching: state.chapterMove = move
    case .failed(let error): return .notice(.file(error))
    case .noTrack: return .notice(.chapter(.noTrack))
    case .found:
      let chapters = chapters
      if chapters.isEmpty { return .notice(.chapter(.none)) }
      switch move.target(in: chapters, at: model.elapsed) {
      case .success(let index): model.seek(to: chapters[index].start)
      case .failure(let notice): return .notice(.chapter(notice))
      }
    }
    return unlessEmpty(.playback).awaits(.noticeOrChange)
  }
}

package enum ChapterMove: Hashable, Sendable {
  case next
  /// The start of the chapter; within its first three seconds, the chapter before.
  case previous
  /// A chapter by its number, from 1.
  case number(Int)

  package static let numbers = 1...Chapter.limit
  private static let secondsForPrevious = 3.0

  func target(in chapters: [Chapter], at seconds: Double) -> Result<Int, ChapterNotice> {
    let current = chapters.index(at: seconds)
    switch self {
    case .next:
      let next = current.map { $0 + 1 } ?? 0
      return next < chapters.count ? .success(next) : .failure(.isLast)
    case .previous:
      guard let current else { return .failure(.isFirst) }
      let isAtStart = seconds - chapters[current].start <= ChapterMove.secondsForPrevious
      return .success(isAtStart ? max(current - 1, 0) : current)
    case .number(let number):
      return number <= chapters.count
        ? .success(number - 1) : .failure(.missing(number, count: chapters.count))
    }
  }
}

/// The reason why there is no chapter to seek to.
package enum ChapterNotice: Error, Hashable, Sendable {
  case noTrack
  /// The track has no chapters.
  case none
  /// No chapter has begun yet.
  case isFirst
  case isLast
  case missing(Int, count: Int)
}

package typealias ChaptersResult = TrackResult<[Chapter]>
