import MusicQuery
import Player
import SystemBase

package enum Movement: CommandArea {
  case up, down, pageUp, pageDown, start, end

  package static var group: CommandGroup { .screen }
  package static var traits: CommandTraits { .repeats }

  package var row: CommandRow {
    switch self {
    case .up: row("move-up", "selection up", "up")
    case .down: row("move-down", "selection down", "down")
    case .pageUp: row("page-up", "page up", "pageup")
    case .pageDown: row("page-down", "page down", "pagedown")
    case .start: row("move-to-start", "to the first row", "home")
    case .end: row("move-to-end", "to the last row", "end")
    }
  }

  /// Returns the number of rows to move the selection by, in a list with this many rows.
  package func rows(page: Int, count: Int) -> Int {
    switch self {
    case .up: -1
    case .down: 1
    case .pageUp: -page
    case .pageDown: page
    case .start: -count
    case .end: count
    }
  }

  /// Returns the row after moving from another one, within 0…`last`.
  package func row(from row: Int, last: Int, page: Int) -> Int {
    min(max(row + rows(page: page, count: last), 0), max(last, 0))
  }
}

extension Command {
  /// Acts on the selected row of the list that has the focus.
  package enum List: CommandArea {
    case activate, remove, mark, info, selectPlaying, markedToStart, markedToEnd, markedHere

    package static var group: CommandGroup { .queue }

    package var row: CommandRow {
      switch self {
      // Plays or opens the row; agrees to a question.
      case .activate: row("activate", "play or open", "enter", group: .play)
      case .remove: row("remove", "remove from queue", "delete", .needsOwnPlayer)
      case .mark: row("mark", "mark, move down", "insert ctrl+t", [.repeats, .needsOwnPlayer])
      case .info: row("track-info", "tags of the track", "alt+d f8", group: .library)
      case .selectPlaying: row("select-playing", "to the playing track", ". alt+J", .needsOwnPlayer)
      // Move the marked rows of the queue, or of an open playlist, as one block; without marks, the selected row.
      case .markedToStart:
        row("marked-to-start", "marked rows to the top", "shift+home alt+home", .needsOwnPlayer)
      case .markedToEnd: row("marked-to-end", "marked rows to the end", "shift+end alt+end", .needsOwnPlayer)
      // In front of the selected row.
      case .markedHere: row("marked-here", "marked rows to here", "ctrl+y", .needsOwnPlayer)
      }
    }
  }

  package enum Queue: CommandArea {
    case trackUp, trackDown, clear, save, shuffleTracks, crop, deduplicate, former

    package static var group: CommandGroup { .queue }
    package static var traits: CommandTraits { .needsOwnPlayer }

    package var row: CommandRow {
      switch self {
      case .trackUp: row("track-up", "move track up", "shift+up alt+up", .repeats)
      case .trackDown: row("track-down", "move track down", "shift+down alt+down", .repeats)
      case .clear: row("clear", "empty the queue", "C ¦ alt+c")
      case .save: row("save-queue", "save as a playlist", "W ¦ alt+w", .opensPrompt)
      case .shuffleTracks: row("shuffle-queue", "shuffle its tracks once", "shift+f4 alt+@")
      // Removes all tracks but the marked ones, or the selected one.
      case .crop: row("crop-queue", "keep only marked tracks", "shift+f5 alt+%")
      case .deduplicate: row("deduplicate-queue", "remove repeated tracks", "shift+f6 alt+&")
      case .former: row("queues", "queues that were left", "b ¦ alt+b")
      }
    }
  }

  package enum Search: CommandArea {
    case find, next, previous

    package static var group: CommandGroup { .queue }
    package static var traits: CommandTraits { .needsOwnPlayer }

    package var row: CommandRow {
      switch self {
      case .find: row("find", "filter the list", "/ ctrl+f ¦ #", .opensPrompt)
      case .next: row("find-next", "next match", "ctrl+n f3", .repeats)
      case .previous: row("find-previous", "previous match", "ctrl+p shift+f3", .repeats)
      }
    }
  }
}

extension Application {
  package func perform(_ command: Command.Queue) -> Outcome {
    switch command {
    case .clear: clearQueue()
    case .shuffleTracks: shuffleTracks()
    case .deduplicate: deduplicateQueue()
    // The screen performs them.
    case .trackUp, .trackDown, .save, .crop, .former: .done
    }
  }
}

/// A result of editing the queue; counts are of tracks.
package enum QueueNotice: Hashable, Sendable {
  /// Tracks were removed from the queue.
  ///
  /// - Parameter title: the title of the first removed track.
  case removed(title: String, count: Int)
  case cleared(count: Int)
  /// Tracks were moved behind the playing one.
  ///
  /// - Parameter title: the title of the first moved track.
  case playsNext(title: String, count: Int)
  /// Tracks were moved as one block.
  ///
  /// - Parameter title: the title of the first moved track.
  case moved(title: String, count: Int)
  case sorted(QueueOrder)
  case shuffled
  /// The tracks were in that order before.
  case inOrder
  /// Tracks were removed, and others are left.
  case reduced(removed: Int, left: Int)
  /// There are no tracks to change.
  case isEmpty
  /// An edit of the queue was undone or redone.
  ///
  /// - Parameter count: the tracks of the queue afterwards.
  case turned(UndoDirection, QueueEdit, count: Int)
  /// The queue of the last start was left for what the user has named.
  case left(count: Int)
  /// A queue that was left was opened again.
  case opened(count: Int)
  /// Another player of the user runs, as this process, and has the session of before.
  case ownSession(process: Int32?)
  /// The radio has added its first tracks, and adds others.
  case radioBegan(String)
  case radioEnded(wasOn: Bool)
  case radioFindsNothing(String)
  case radioQuery(QueryError)
  case upcoming(UpcomingTracks)
}

// MARK: With an argument

extension Command.Request {
  package static let sortQueue = Argument<QueueOrder>(
    "sort-queue", "FIELD", "sort the queue by \(QueueOrder.words); -FIELD in descending order", .queue,
    .needsOwnPlayer, read: { QueueOrder($0) }, text: \.text
  ) { application, order, _ in application.sortQueue(order) }
  package static let find = Argument<String>(
    "find", "TEXT", "filter the list that has the focus by words; cancel shows all rows again", .queue,
    .needsOwnPlayer, run: performOnScreen
  )
  package static let saveQueue = Argument<String>(
    "save-queue", "NAME",
    "save the queue as a playlist: a name, or the path of an .m3u8, .pls or .xspf file", .queue,
    .needsOwnPlayer
  ) { application, name, context in
    .value(after: application.program.save(QueueSave(name, mayAsk: context.source.isHand))).awaits(.notice)
  }

  package static let radio = Argument<RadioCommand>(
    "radio", "QUERY",
    "play tracks that match a query of the library (* for all) without end, those with many stars and those not heard "
      + "for long more often; off ends it",
    .queue, .needsOwnPlayer, read: { RadioCommand($0) }, text: \.text, choices: { _, _ in ["off"] }
  ) { application, command, _ in application.perform(command) }

  static let ofQueue: [any ArgumentCommand] = [sortQueue, find, saveQueue, mark, radio, after]
}
