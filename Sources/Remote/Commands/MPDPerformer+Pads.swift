import Application
import Dubbing
import MixEngine

/// Pads, kits and takes: the commands of this program.
extension MPDPerformer {
  func perform(_ command: MPDCommand.Pads, _ arguments: MPDArguments) throws(MPDError) -> MPDOutcome {
    switch command {
    case .hit: try tools.pads.strike(arguments)
    case .kits: return kits
    case .kit:
      guard arguments.count > 0 else { return .reply(MPDReply("kit", application.kits?.loaded?.name ?? "")) }
      request(.request(.set(name: "kit", value: arguments[0])))
    case .run: try run(arguments.values.joined(separator: " "))
    case .take: return try take(arguments)
    }
    return .done
  }

  /// Performs a command of the palette.
  private func run(_ text: String) throws(MPDError) {
    guard let command = Command(name: text) else {
      throw MPDError(.argument, "there is no command \(text), or it has another argument")
    }
    if case .request(.mix(let text)) = command {
      do throws(MixAddressError) {
        _ = try application.request(text)
      } catch {
        throw MPDError(.argument, MPDPerformer.sentence(error))
      }
    }
    request(command)
  }

  private static func sentence(_ error: MixAddressError) -> String {
    switch error {
    case .unknown(let name, let known): "the mixer has no \(name); it has \(known.joined(separator: ", "))"
    case .badValue(let address, let text, let lowest, let highest):
      "\(address.text) cannot be \(text): it is \(lowest) to \(highest)"
    }
  }

  private var kits: MPDOutcome {
    let kits = tools.kits
    return .work(
      .format {
        var reply = MPDReply()
        for name in kits.names { reply.add("kit", name) }
        return reply
      })
  }

  private func take(_ arguments: MPDArguments) throws(MPDError) -> MPDOutcome {
    guard let takes = application.takes else { throw MPDError(.system, "there are no takes here") }
    switch arguments[0] {
    case "list": return .reply(list(takes))
    case "record": request(.take(.record))
    case "playback": request(.take(.playback))
    case "metronome": request(.take(.metronome))
    case "tap": request(.take(.tap))
    case "new": request(.take(.new))
    case "undo": request(.take(.undo))
    case "redo": request(.take(.redo))
    case let word:
      throw MPDError(
        .argument, "take knows list, record, playback, metronome, tap, new, undo and redo, not \(word)")
    }
    return .done
  }

  /// The takes of the current track, and whether one is being recorded.
  private func list(_ takes: TakeController) -> MPDReply {
    var reply = MPDReply("recording", takes.isRecording ? 1 : 0)
    reply.add("playback", takes.isPlaybackOn ? 1 : 0)
    for take in takes.takes {
      reply.add("take", take.name)
      reply.add("current", take.id == takes.current?.id ? 1 : 0)
      reply.add("layers", take.layers.count)
      reply.add("hits", take.layers.reduce(0) { $0 + $1.hits.count })
    }
    return reply
  }
}
