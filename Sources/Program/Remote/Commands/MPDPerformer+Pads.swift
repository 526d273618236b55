import Application
import Dubbing

extension MPDPerformer {
  func perform(_ command: MPDCommand.Pads, _ arguments: [String]) throws(MPDError) -> MPDOutcome {
    switch command {
    case .hit: try tools.pads.strike(arguments)
    case .kits: return kits
    case .kit:
      guard arguments.count > 0 else { return .reply(MPDReply("kit", application.kits.loaded?.name ?? "")) }
      request(.request(.set(name: "kit", value: arguments[0])))
    case .run: return try run(arguments.joined(separator: " "))
    case .details: return .reply(details)
    case .take: return try take(arguments)
    }
    return .done
  }

  /// Performs a command of the palette. The reply has what it reports.
  private func run(_ text: String) throws(MPDError) -> MPDOutcome {
    let command: Command
    do throws(CommandError) {
      command = try Command.parse(fromProgram: text)
    } catch {
      throw MPDError(.argument, tools.error(error))
    }
    var notices: [Notice] = []
    let before = changes
    let outcome = withExtendedLifetime(application.streams.reported.subscribe { notices.append($0) }) {
      request(command)
    }
    if notices.isEmpty, changes == before, case .awaited(let awaited, _) = outcome { return .report(awaited) }
    return .reply(try answer(notices))
  }

  /// Returns what was reported.
  ///
  /// - Throws: the first error, or warning that something was not done.
  func answer(_ notices: [Notice]) throws(MPDError) -> MPDReply {
    if let failure = notices.first(where: { $0.severity != .info && !$0.reportsChange }) {
      let isArgument = if case .mixer(.badAddress) = failure { true } else { false }
      throw MPDError(isArgument ? .argument : .system, tools.notice(failure))
    }
    return MPDReply("message", each: notices.flatMap(\.each).map(tools.notice))
  }

  /// What the status of the protocol does not have: speed, pitch, tempo, bar, chapter.
  private var details: MPDReply {
    var reply = MPDReply("speed", model.speed)
    if model.transposition != .none { reply.add("transpose", model.transposition.text) }
    reply.add("bpm", optional: application.takes?.tempo.knownTempo ?? queue.current?.tags?.bpm)
    reply.add("bar", optional: application.takes?.ranges.bar)
    let chapters = application.chapters
    if !chapters.isEmpty { reply.add("chapters", chapters.count) }
    if let index = application.currentChapter {
      reply.add("chapter", index + 1)
      reply.add("chaptertitle", optional: chapters[index].title)
    }
    return reply
  }

  private var kits: MPDOutcome {
    .format { [kits = tools.kits] in MPDReply("kit", each: kits.names) }
  }

  private func take(_ arguments: [String]) throws(MPDError) -> MPDOutcome {
    guard let takes = application.takes else { throw MPDError(.system, "there are no takes here") }
    if arguments[0] == "list" { return .reply(list(takes)) }
    guard let command = MPDPerformer.takeCommands[arguments[0]] else {
      throw MPDError(
        .argument,
        "take knows list, record, playback, metronome, tap, new, undo and redo, not \(arguments[0])")
    }
    request(command)
    return .done
  }

  private static let takeCommands: [String: Command] = [
    "record": .take(.record), "playback": .take(.playback), "metronome": .take(.metronome),
    "tap": .take(.tap), "new": .take(.new), "undo": .program(.undo), "redo": .program(.redo),
  ]

  /// Returns the takes of the current track, and whether one is being recorded.
  private func list(_ takes: TakeController) -> MPDReply {
    var reply = MPDReply("recording", takes.recording.isActive ? 1 : 0)
    reply.add("playback", takes.playback.isOn ? 1 : 0)
    for take in takes.list.takes {
      reply.add("take", take.name)
      reply.add("current", take.id == takes.list.current?.id ? 1 : 0)
      reply.add("layers", take.layers.count)
      reply.add("hits", take.layers.reduce(0) { $0 + $1.hits.count })
    }
    return reply
  }
}
