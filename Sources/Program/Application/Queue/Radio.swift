import MusicQuery
import Player
import SystemBase

/// What the command `radio` is given.
package enum RadioCommand: Hashable, Sendable {
  case off
  /// A query of the library; `*` for all tracks.
  case query(String)

  init(_ text: String) { self = text == "off" ? .off : .query(text) }

  var text: String {
    switch self {
    case .off: "off"
    case .query(let text): text
    }
  }
}

/// Plays tracks of a query without end: some are always ahead in the queue.
struct Radio: Sendable {
  let query: String
  /// The tracks that the radio has added at its start, which is one step of undo; nil until they have been found. None if
  /// the radio was restored with the queue.
  var first: Set<QueueItem.ID>?
  /// The request that is not answered yet.
  var request: Int?
  /// The changes of the index at which no track was found.
  var foundNothingAt: Int?

  var condition: SearchQuery { SearchQuery(typed: query == "*" ? "" : query) }
}

extension Application {
  /// Fewer tracks after the current one are too few, and this many are added.
  private static let ahead = 5
  private static let batch = 10

  func perform(_ command: RadioCommand) -> Outcome {
    switch command {
    case .off:
      let wasOn = state.radio != nil
      forgetRadio()
      return .notice(.queue(.radioEnded(wasOn: wasOn)))
    case .query(let query): return startRadio(query)
    }
  }

  private func startRadio(_ query: String) -> Outcome {
    do throws(QueryError) {
      if query != "*" { _ = try SearchQuery(parsing: query) }
    } catch {
      return .notice(.queue(.radioQuery(error)))
    }
    guard library?.stage == .ready else { return .notice(.library(.noFolders)) }
    state.radio = Radio(query: query)
    state.options.radio = query
    followRadio()
    return .done.awaits(.notice)
  }

  /// Continues the radio of the last session, whose tracks are in the queue.
  func restoreRadio(_ query: String) {
    state.radio = Radio(query: query, first: [])
    state.options.radio = query
  }

  private func forgetRadio() { (state.radio, state.options.radio) = (nil, nil) }

  package func setRadioGap(_ tracks: Int) { state.radioGap = tracks }

  /// Asks for further tracks of the radio if few are ahead. An emptied queue ends it. Called in each turn of the main loop.
  package func followRadio() {
    guard let radio = state.radio, radio.request == nil, let library, library.stage == .ready else { return }
    if radio.first != nil, model.queue.isEmpty { return forgetRadio() }
    guard radio.first == nil || model.queue.tracksAhead < Application.ahead,
      radio.foundNothingAt != library.indexChanges.tracks
    else { return }
    state.radioRequests += 1
    let number = state.radioRequests
    state.radio?.request = number
    let played = model.queue.playOrder.suffix(state.radioGap).compactMap { model.queue[$0]?.location }
    library.service.chooseTracks(
      Application.batch, matching: radio.condition, after: played.map(library.located), gap: state.radioGap,
      deliver: main.sender { [weak self] in self?.receive(radio: $0, of: number) })
  }

  func receive(radio tracks: [QueueAddition], of request: Int) {
    guard var radio = state.radio, radio.request == request else { return }
    radio.request = nil
    let isFirst = radio.first == nil
    if tracks.isEmpty {
      radio.foundNothingAt = library?.indexChanges.tracks
      state.radio = radio
      guard isFirst else { return }
      forgetRadio()
      return report(.queue(.radioFindsNothing(radio.query)))
    }
    let wasEmpty = model.queue.isEmpty
    let added = model.extend(with: tracks, isUndoable: isFirst)
    if isFirst { radio.first = Set(added) }
    state.radio = radio
    changes.send(.state)
    guard isFirst else { return }
    report(.queue(.radioBegan(radio.query)))
    if wasEmpty { model.play() }
  }

  /// Returns whether tracks that the radio has added at its start are in the queue.
  var hasStartOfRadio: Bool { state.radio?.first?.contains { model.queue[$0] != nil } ?? false }

  /// Ends the radio if its start was undone.
  func followUndo(hadStartOfRadio: Bool) { if hadStartOfRadio, !hasStartOfRadio { forgetRadio() } }
}
