import Application
import AudioBase
import Dubbing
import SystemBase

/// Messages about the parts of songs, in one line each.
extension SongText {
  static func sentence(_ notice: SongPartsNotice) -> String {
    switch notice {
    case .level(let name, let level): "\(shown(name)) of the song: \(text(level))"
    case .stays(let name, let level): "\(shown(name)) of the song: \(text(level))"
    case .turned(let direction, let name, let level):
      "\(direction.done): \(shown(name)) of the song, \(text(level))"
    case .stemsTurned(let direction, let place?): "\(direction.done): the stems in \(place.shown)"
    case .stemsTurned(let direction, nil): "\(direction.done): the song plays as its file"
    case .strength(let strength, _): "the drums of the song are separated with strength \(strength.rawValue)"
    case .strengthTurned(let direction, let strength):
      "\(direction.done): the drums are separated with strength \(strength.rawValue)"
    case .searching: "comparing stems with the song"
    case .found(let stems): found(stems)
    case .removed: "the song plays as its file"
    case .separating(let percent):
      "separating the drums of the song" + (percent.map { ": \($0) %" } ?? "")
    case .separated: "the drums of the song are separated, and heard at their level"
    case .noTrack: "there is no track that could be played in parts: play one"
    case .isFromNetwork: "a track from the network is not played in parts: play a file on this computer"
    case .noneToRemove: "the song plays as its file already"
    case .unknown(let name, []):
      "the song has no part \(shown(name)): :stems PLACE plays it in the stems of a folder or a file"
    case .unknown(let name, let known):
      "the song has no part \(shown(name)), but \(known.map(shown).joined(separator: ", "))"
    case .nothingBeside:
      "no stems are in the file of the song or beside it: :stems PLACE names their folder or file"
    case .noStems(let folder):
      "\(folder.shown) has no stems: files such as drums.wav, bass.wav, vocals.wav and other.wav are expected"
    case .oneSoundTrack(let file):
      "\(file.shown) has no stems: it has only one sound track"
    case .otherSong(let place):
      "the stems in \(place.shown) are not played: their sum does not sound like this song"
    case .silent(let place):
      "the stems in \(place.shown) are not played: they or the middle of the song are silent, so they cannot be compared"
    case .cancelled: "the parts of the song were not prepared: that was cancelled"
    case .refused(let refusal): "the drums of the song are not separated: \(DrumPartsText.reason(refusal))"
    case .failed(let error):
      "the song plays as its file: \(ErrorText.sentence(error, while: .reading))"
    }
  }

  private static func found(_ stems: SongStems) -> String {
    let names = stems.parts.parts.map { shown($0.name) }.joined(separator: ", ")
    let quality = stems.difference.map { difference in
      let decibels = Int(-difference.rounded())
      return decibels >= 90
        ? "; they add up to it" : "; their sum differs from it by a sound \(max(decibels, 0)) dB below it"
    }
    return "the song plays in the stems \(names) of \(stems.place.shown)\(quality ?? "")"
  }

  private static func text(_ level: SongPartLevel) -> String {
    let states = [level.isMuted ? "mute" : nil, level.isSoloed ? "solo" : nil].compactMap(\.self)
    return (["\(MixerText.level(level.gain))"] + states).joined(separator: ", ")
  }

  private static func shown(_ name: String) -> String { FilePath(name).shown }
}
