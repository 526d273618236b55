import Player

/// What plays after the current track.
package enum UpcomingTracks: Hashable, Sendable {
  /// The titles in the order of playback; not empty.
  case titles([String])
  /// The current track plays again, by its title.
  case again(String)
  /// Nothing, because playback stops after the current track, or because the queue ends with it.
  case stops, ends

  /// The most tracks that are named.
  static let most = 20

  @MainActor
  init(of model: PlayerModel, count: Int) {
    let tracks = model.upcoming(count)
    if let first = tracks.first {
      self = first.id == model.queue.currentID ? .again(first.title) : .titles(tracks.map(\.title))
    } else {
      self = model.queue.stopsAfterCurrent ? .stops : .ends
    }
  }
}

extension Command.Request {
  /// Says what plays next, in the order of shuffle, albums, repeat and the radio; with a number, so many tracks.
  package static let after: Argument<Int> = {
    var after = Argument<Int>(
      "after", "COUNT", "say what plays next: next, or 1 to \(UpcomingTracks.most) tracks", .queue,
      .needsOwnPlayer,
      read: { $0 == "next" ? 1 : ArgumentText.integer($0, in: 1...UpcomingTracks.most) },
      text: { $0 == 1 ? "next" : "\($0)" }, choices: { _, _ in ["next"] }
    ) { application, count, _ in
      let model = application.model
      if model.queue.isEmpty { return .notice(.queue(.isEmpty)) }
      return .notice(.queue(.upcoming(UpcomingTracks(of: model, count: count))))
    }
    after.withoutArgument = .request(after(1))
    return after
  }()
}
