import Application
import Controls
import Player
import Studio
import SystemBase

/// Outcomes as lines of the plain mode.
@MainActor
struct PlainOutcome {
  let session: ScreenSession
  let keys: KeyMap

  private var application: Application { session.application }
  private var model: PlayerModel { application.model }

  /// The selected row under the name of its list; nil if there is none.
  var row: String? { PlainSelection.line(session) }

  /// Returns the outcome of a command; nil if there is no more to say than its summary.
  func text(_ outcome: Outcome, of command: Command) -> String? {
    switch outcome {
    case .done: nil
    case .response:
      session.coveringLayer == nil ? nil : command == .list(.activate) ? text(.chosen) : row
    case .notice(let notice): session.speech.message(PlainText.line(notice, keys))
    case .shown(let notice): session.speech.message(NoticeText.sentence(notice, keys))
    case .awaited(_, let outcome): text(outcome, of: command)
    case .refused(let refusal): text(refusal)
    case .playback: PlainText.status(application)
    case .position: PlainText.position(model)
    case .player(let event): PlainText.line(event, model)
    case .value: value(of: command)
    case .row: row
    case .rowWith(let remark): text(remark)
    case .answered: "answered"
    case .filterClosed: "filter: closed, all rows again"
    case .nothingOpen(let isDeselected):
      "nothing is open" + (isDeselected ? "; \(PlainText.nothingSelected(session))" : "")
    case .playingSelected(let title): "selected: the playing track, \(title)"
    case .layout(let layout): "layout \(layout.rawValue)"
    case .hit(let pad): "hit pad \(pad)"
    case .played(let note): "played \(note)"
    case .muted(let name, let isMuted): "\(name): \(isMuted ? "muted" : "not muted")"
    case .soloed(let name, let isSolo): "\(name): \(isSolo ? "solo" : "not solo")"
    case .recording: recording
    case .tapped: "tap \(keys.key(.take(.tap))) again with each beat"
    case .loopKept: kept("loop")
    case .punchKept: kept("punch")
    case .heardMixer(let name):
      "now heard: \(name.map { "the mixer \(FilePath($0).shown)" } ?? "a mixer without a name")"
    case .bypass(let insert): "\(MixerText.title(insert)): \(state(insert))"
    case .move(let move): text(move)
    case .practiceRows(let ofPass): "the rows below are those of the \(ofPass ? "whole pass" : "last bars")"
    case .steps(let length): "steps of \(length)"
    case .follows(let isOn): isOn ? "the timeline follows the music" : "the timeline stays at the cursor"
    case .rangeBegins: "a range begins here: move, then \(keys.key(.timeline(.selectRange))) ends it"
    case .rangeEnds(let hits, let points): "the range ends here: \(selected(hits, points))"
    case .selected(let hits, let points): selected(hits, points)
    }
  }

  private func text(_ remark: Outcome.Remark) -> String? {
    switch remark {
    case .noRows: row ?? noRows
    case .panel:
      row ?? "\(session.hasLibraryFocus ? "Library" : "Queue"): \(PlainText.nothingSelected(session))"
    case .playback: row ?? PlainText.status(application)
    case .chosen: PlainSelection.text(session).map { "chosen: \($0.row)" }
    case .firstList: row.map { "this is the first list; \($0)" }
    case .notRemoved: "nothing is removed: only playlists and their tracks can be; \(row ?? "")"
    case .notMoved: "nothing is moved: only the tracks of a playlist can be; \(row ?? "")"
    case .nothingBeside: "nothing beside this"
    case .atEnd(let isAfter): PlainSelection.end(isAfter: isAfter)
    case .noOtherMatch: row.map { "there is no other match; \($0)" }
    }
  }

  private var noRows: String {
    let isQueue = session.coveringLayer == nil && !session.hasLibraryFocus
    return isQueue && model.queue.isEmpty ? QueueText.empty(keys) : "there are no rows"
  }

  private func text(_ refusal: Outcome.Refusal) -> String {
    switch refusal {
    case .noLibrary: "there is no library here"
    case .noTakes: "there are no takes here"
    case .noMixer: "there is no mixer here"
    case .noInput: "there is no input here"
    case .noTags: "tags cannot be edited here"
    case .noRecording: "the output cannot be recorded here"
    case .noKit: "no kit is loaded"
    case .libraryIsEmpty: "the library is empty: \(keys.key(.library(.scanFolder))) scans a folder"
    case .libraryHasNoFocus: "\(keys.key(.program(.nextPanel))) goes to the library first"
    case .nothingSearched: "nothing was searched: \(keys.key(.search(.find))) filters the list"
    case .onlyQueueIsSearched:
      "the matches of the queue are searched only: \(keys.key(.search(.find))) filters the list"
    case .noLayer: noLayer
    case .noRow: "no row is selected"
    case .notWhileRecording: "no layer is duplicated while you record"
    case .cannotBeSoloed(let name): "\(name) cannot be heard alone: it is a sum of others"
    case .spectrum: "the spectrum is drawn on screens only"
    case .times: "the times are drawn on screens only: \(keys.key(.program(.redraw))) says the position"
    case .zoom:
      "zooming is seen on screens only: here the cursor moves by steps, with "
        + "\(keys.key(.timeline(.cursorBarForward))) by bars"
    case .layerHasSound: "no hit is set in a layer with recorded sound"
    case .noHit(let neighbour): TimelineText.noHit(neighbour, keys)
    case .noPoint: TimelineText.sentence(.lane(.noPoint), keys)
    }
  }

  private var noLayer: String {
    let takes = application.takes?.list
    if takes?.current != nil {
      return "no layer is selected: \(keys.key(.take(.list))) lists the takes, and the layers below each"
    }
    return takes?.rows.isEmpty == false
      ? "no take is chosen: \(keys.key(.take(.list))) lists them, and \(keys.key(.list(.activate))) chooses one"
      : "there is no take: \(keys.key(.take(.record))) records one"
  }

  // MARK: Values

  private func value(of command: Command) -> String? {
    guard case .request(let request) = command else { return nil }
    let name =
      switch request.value(of: Command.Request.setting) {
      case .set(let name, _)?, .keep(let name, _)?: name
      case .tell?, nil: request.row.name
      }
    return session.presentValue(name).map { "\(name) is \($0)" }
  }

  private var recording: String? {
    application.takes.map {
      PlainText.recording($0) ?? ($0.recording.isActive ? "the recording ends" : "not recording")
    }
  }

  /// Returns the range of the loop or the punch range, which is as before.
  private func kept(_ name: String) -> String {
    "\(name) \(session.presentValue(name) ?? "off"), as before: the end must be later than the start"
  }

  private func selected(_ hits: Int, _ points: Int) -> String {
    "\(TimelineText.items(hits, points)) selected"
  }

  private func state(_ insert: MixGraph.Insert) -> String {
    insert.isBypassed
      ? "bypassed" : application.mixer?.owner.isHeard(insert) == true ? "heard" : "not heard yet"
  }

  /// `throw is on: the hits go to an echo`
  private func text(_ move: Move) -> String {
    guard application.mixer?.owner.held.contains(move) == true else { return "\(move.rawValue) is off" }
    switch move {
    case .throw: return "throw is on: hit pads, and they go to an echo"
    case .feedback: return "feedback is on: what is in the echo grows until it is off"
    case .stutter, .brake:
      return model.playbackState == .playing
        ? "\(move.rawValue) is on"
        : "\(move.rawValue) is on, but no music plays: \(keys.key(.playback(.play))) plays"
    }
  }
}
