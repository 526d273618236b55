import Application
import MusicLibrary
import Player

/// The queue and the playlists of the index.
extension MPRISServer {
  private static let playlistPrefix = "/org/drumdub/playlist/"

  func performOnTracks(_ call: BusCall) -> BusReply {
    let queue = application.model.queue
    let track = MPRISMetadata.id(call.arguments.first?.text).flatMap { queue[$0] }
    switch call.member {
    case "GetTracksMetadata":
      let items = call.arguments.first?.elements?.compactMap {
        MPRISMetadata.id($0.text).flatMap { queue[$0] }
      }
      return .values([.array(of: "a{sv}", (items ?? []).map(metadata))])
    case "AddTrack": return addTrack(call.arguments)
    case "RemoveTrack": if let track { application.remove([track.id]) }
    case "GoTo": if let track { application.play(track.id) }
    default: break
    }
    return .done
  }

  private func addTrack(_ arguments: [BusValue]) -> BusReply {
    guard arguments.count == 3, let path = MPRISServer.music(arguments[0].text) else {
      return refuse("the address is not one of a file or a web server")
    }
    let after = arguments[1].text
    let place: QueuePlace =
      after == MPRIS.noTrack ? .start : MPRISMetadata.id(after).map { .after($0) } ?? .end
    application.insert(path, at: place, playing: arguments[2].boolean ?? false)
    return .done
  }

  func performOnPlaylists(_ call: BusCall) -> BusReply {
    switch call.member {
    case "ActivatePlaylist":
      guard let list = playlist(call.arguments.first?.text) else {
        return refuse("there is no such playlist")
      }
      application.play(PlaylistName(id: list.id, name: list.name))
    case "GetPlaylists":
      guard call.arguments.count == 4, let first = call.arguments[0].number,
        let count = call.arguments[1].number
      else { break }
      let lists = call.arguments[3].boolean == true ? state.playlists.reversed() : state.playlists
      let part = lists.dropFirst(Int(first)).prefix(Int(count))
      return .values([.array(of: "(oss)", part.map(MPRISServer.value))])
    default: break
    }
    return .done
  }

  private func playlist(_ path: String?) -> SavedPlaylist? {
    guard let path, path.hasPrefix(MPRISServer.playlistPrefix),
      let id = Int64(path.dropFirst(MPRISServer.playlistPrefix.count))
    else { return nil }
    return state.playlists.first { $0.id == id }
  }

  /// Returns a playlist as MPRIS describes it: path, name, no icon.
  static func value(_ list: SavedPlaylist) -> BusValue {
    .structure([.path("\(playlistPrefix)\(list.id)"), .string(list.name), .string("")])
  }
}
